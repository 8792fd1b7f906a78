import { createServer } from "node:http";
import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { close } from "../../src/rpc/http-server.js";
import { listen, listenFailure } from "../../src/rpc/listen.js";

/** An address of the range reserved for documentation (RFC 5737): no machine has it. */
const NOBODYS = "192.0.2.1";

async function failureAt(host: string, port: number): Promise<ChainError> {
  const server = createServer();
  return listen(server, host, port).then(
    () => expect.fail("It listens. "),
    (error: unknown) => (error instanceof ChainError ? error : expect.fail(String(error))),
  );
}

describe("a node that cannot listen", () => {
  it("reports PORT_TAKEN when another program listens there", async () => {
    const first = createServer();
    const port = await listen(first, "127.0.0.1", 0);
    expect(await failureAt("127.0.0.1", port)).to.include({
      code: "PORT_TAKEN",
      kind: "local",
    });
    await close(first, 0);
  });

  it("reports HOST_UNAVAILABLE for an address of another machine", async () => {
    const failure = await failureAt(NOBODYS, 0);
    expect(failure).to.include({ code: "HOST_UNAVAILABLE", kind: "local" });
    expect(failure.message).to.include(NOBODYS);
    expect(failure.advice).to.include("127.0.0.1").and.not.include("Stop the other program");
    expect(failure.details).to.deep.equal({ host: NOBODYS, port: 0 });
  });

  it("distinguishes a forbidden port, a name without an address, and any other error", () => {
    // Forbidden ports and unknown names differ between machines, so the system's error codes are given.
    const told = (code: string): ChainError =>
      listenFailure(Object.assign(new Error(`listen ${code}`), { code }), "::1", 80);
    expect(told("EACCES")).to.include({ code: "PORT_FORBIDDEN", kind: "local" });
    expect(told("EACCES").advice).to.include("1024");
    expect(told("ENOTFOUND")).to.include({ code: "HOST_UNAVAILABLE", kind: "local" });
    expect(told("EMFILE")).to.include({
      code: "LISTEN",
      kind: "local",
      message: "Cannot listen on [::1]:80: listen EMFILE.",
    });
  });
});
