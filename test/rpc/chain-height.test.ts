import { expect } from "chai";
import { nodeMoments, type GrowingChain } from "../../src/api/moments.js";
import { createRpcServer, type RpcServer } from "../../src/rpc/server.js";
import { ScriptedEngine } from "./support/scripted-engine.js";

const FIRST = { height: 7, blockhash: "0a".repeat(39) };
const SECOND = { height: 8, blockhash: "0b".repeat(39) };

/** A chain whose blocks the test adds. */
class Chain implements GrowingChain {
  tip = FIRST;
  readonly #listeners = new Set<() => void>();

  onBlock(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get waiting(): number {
    return this.#listeners.size;
  }

  add(tip: typeof FIRST): void {
    this.tip = tip;
    for (const listener of this.#listeners) listener();
  }
}

describe("the height of an answer", () => {
  let chain: Chain;
  let server: RpcServer;
  let url: string;

  async function open(waitMs: number): Promise<void> {
    chain = new Chain();
    const engine = new ScriptedEngine();
    server = createRpcServer({
      engine: nodeMoments(engine, chain, waitMs),
      host: "127.0.0.1",
      port: 0,
      onError: (error) => {
        throw error;
      },
    });
    [url = ""] = await server.listen();
  }

  afterEach(() => server.close(0));

  const heightOf = ({ headers }: Response): unknown[] => [
    headers.get("chain-height"),
    headers.get("chain-tip"),
  ];

  it("is named by every answer to an operation, with the blockhash", async () => {
    await open(1000);
    expect(heightOf(await fetch(`${url}/ping`))).to.deep.equal(["7", FIRST.blockhash]);
    chain.add(SECOND);
    expect(heightOf(await fetch(`${url}/info`, { method: "POST" }))).to.deep.equal(["8", SECOND.blockhash]);
  });

  it("is named by a refusal too", async () => {
    await open(1000);
    const answer = await fetch(`${url}/inspect?type=other`);
    expect(answer.status).to.equal(400);
    expect(heightOf(answer)).to.deep.equal(["7", FIRST.blockhash]);
  });

  it("can be read by the page of any origin", async () => {
    await open(1000);
    const { headers } = await fetch(`${url}/ping`);
    expect(headers.get("access-control-expose-headers"))
      .to.include("chain-height")
      .and.to.include("chain-tip");
  });

  it("is waited for with min-height", async () => {
    await open(60_000);
    const answer = fetch(`${url}/ping?min-height=8`);
    while (chain.waiting === 0) await new Promise(setImmediate);
    chain.add(SECOND);
    expect(heightOf(await answer)).to.deep.equal(["8", SECOND.blockhash]);
    expect(chain.waiting).to.equal(0);
  });

  it("is waited for with a posted form as well", async () => {
    await open(1);
    const answer = await fetch(`${url}/ping?min-height=9`, { method: "POST", body: "x=1" });
    expect(answer.status).to.equal(503);
  });

  it("is refused with 503 when it does not come in time: HEIGHT_AWAITED", async () => {
    await open(1);
    const answer = await fetch(`${url}/ping?min-height=9`);
    expect(answer.status).to.equal(503);
    expect(heightOf(answer)).to.deep.equal(["7", FIRST.blockhash]);
    const { error } = (await answer.json()) as { error: { code: string; details: unknown } };
    expect(error.code).to.equal("HEIGHT_AWAITED");
    expect(error.details).to.deep.equal({ tip: 7, height: 9 });
    expect(chain.waiting).to.equal(0);
  });

  it("must be a number: PARAMETER", async () => {
    await open(1);
    for (const wrong of ["", "-1", "1.5", "x", "9".repeat(40)]) {
      const answer = await fetch(`${url}/ping?min-height=${wrong}`);
      expect(answer.status, wrong).to.equal(400);
    }
  });
});
