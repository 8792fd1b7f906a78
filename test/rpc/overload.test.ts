import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { ask } from "./support/http.js";
import { RawSocket } from "./support/raw-socket.js";
import { useRpc } from "./support/rpc-harness.js";

describe("A server whose node is overloaded (PROTOCOL 15.2)", () => {
  let reason: ChainError | null = null;
  const rpc = useRpc({ overload: () => reason, limits: { connectionsPerAddress: 400 } });

  beforeEach(() => {
    reason = new ChainError("SUBMISSIONS_FULL", "Too many at once. ", { kind: "busy" });
  });

  it("refuses every submission with 429 and Retry-After, and lets any origin read the refusal", async () => {
    for (const path of ["/sendtransaction", "/SendRawTransaction?a=b"]) {
      const answer = await ask(rpc().url, path, { body: '{"transaction":' });
      expect([answer.status, answer.text]).to.deep.equal([
        429,
        '{"code":429,"status":"fail","msg":"Too many at once. ","error":{"code":"SUBMISSIONS_FULL","kind":"busy"}}',
      ]);
      expect(answer.headers).to.include({ "retry-after": "1", "access-control-allow-origin": "*" });
    }
  });

  it("does so before any of the body arrives", async () => {
    const socket = await RawSocket.open(rpc().url);
    socket.write("POST /sendtransaction HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
    await socket.until("Too many at once. ");
    socket.destroy();
  });

  it("delays refusals when they are many, and sends each of them", async () => {
    const many = Array.from({ length: 300 }, () => ask(rpc().url, "/sendtransaction", { body: "{}" }));
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(new Set(statuses)).to.deep.equal(new Set([429]));
  });

  it("answers all other requests as usual, and submissions again afterwards", async () => {
    expect((await ask(rpc().url, "/ping")).status).to.equal(200);
    expect((await ask(rpc().url, "/sendtransaction", { method: "OPTIONS" })).status).to.equal(204);
    reason = null;
    expect((await ask(rpc().url, "/sendtransaction", { body: "{}" })).status).not.to.equal(429);
  });
});
