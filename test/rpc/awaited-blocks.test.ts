import { expect } from "chai";
import { objectToValue, memberOf } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { RpcServerOptions } from "../../src/rpc/server.js";
import { FastSigner } from "../support/fast-signer.js";
import { ask, envelopeOf } from "./support/http.js";
import { RawSocket } from "./support/raw-socket.js";
import { startRpc, type RpcHarness } from "./support/rpc-harness.js";

const MINUTE_US = 60_000_000;

describe("SendTransaction with `wait`", () => {
  let harness: RpcHarness;
  const sockets: RawSocket[] = [];
  const start = async (limits: RpcServerOptions["limits"] = {}): Promise<void> => {
    harness = await startRpc({ limits });
  };
  const pathWith = (members: Readonly<Record<string, string>>): string => {
    const [account, other] = devAccounts();
    if (account === undefined || other === undefined) throw new RangeError("There are ten accounts. ");
    const form = new FastSigner(account).transfer(other.address, MINUTE_US);
    return `/sendtransaction?${new URLSearchParams({ ...form, ...members }).toString()}`;
  };
  async function open(path: string): Promise<RawSocket> {
    const socket = await RawSocket.open(harness.url);
    sockets.push(socket);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket;
  }
  /** Waits for a change of this process that no event announces. */
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const isAsked = (query: object) => (): boolean =>
    harness.engine.queries.some((asked) => JSON.stringify(asked) === JSON.stringify(query));

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await harness.server.close(0);
    expect(harness.errors).to.deep.equal([]);
  });

  it("answers with the fate of the transaction; without it the answer has none", async () => {
    await start();
    const waited = envelopeOf(await ask(harness.url, pathWith({ wait: "1" })));
    expect(waited.get("fate")).to.deep.equal(objectToValue({ state: "pooled" }));
    expect(envelopeOf(await ask(harness.url, pathWith({}))).has("fate")).to.equal(false);
  });

  it("refuses more than 30 seconds", async () => {
    await start();
    for (const wait of ["30001", "-1"]) {
      const answer = await ask(harness.url, pathWith({ wait }));
      expect([answer.status, memberOf(envelopeOf(answer).get("error"), "code")]).to.deep.equal([
        400,
        "PARAMETER",
      ]);
    }
  });

  it("ends with the connection", async () => {
    await start();
    const socket = await open(pathWith({ wait: "30000" }));
    await until(isAsked({ waitMs: 30_000 }));
    socket.destroy();
    await until(() => harness.engine.queries.includes("left"));
  });

  it("counts with the streams of events: beyond their number the answer does not wait", async () => {
    await start({ streams: 1 });
    await open(pathWith({ wait: "30000" }));
    await until(isAsked({ waitMs: 30_000 }));
    expect((await ask(harness.url, pathWith({ wait: "30000" }))).status).to.equal(200);
    expect(isAsked({ waitMs: 0 })()).to.equal(true);
    expect((await ask(harness.url, "/events")).status).to.equal(429);
  });
});
