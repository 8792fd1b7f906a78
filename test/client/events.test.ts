import { expect } from "chai";
import { createServer, type Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { ChainError } from "../../src/codec/chain-error.js";
import { createClient, type NodeEvent } from "../../src/client/index.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { createEngineClient } from "../../src/api/engine-client.js";
import { createRpcServer, type RpcServer } from "../../src/rpc/server.js";
import { listen } from "../../src/rpc/listen.js";
import type { Value } from "../../src/codec/value.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { EventReader } from "../support/event-reader.js";
import { expectRejection } from "../support/expect-rejection.js";

const [FROM, TO] = devAccounts();

/** Waits for what no event announces. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(20);
}

describe("the events of the typed client (docs/events.md)", () => {
  let test: TestNode;
  let server: RpcServer;
  let port = 0;
  async function serve(): Promise<string> {
    const onError = (error: unknown): void => expect.fail(String(error));
    server = createRpcServer({ engine: test.node, host: "127.0.0.1", port, onError });
    const [url = ""] = await server.listen();
    port = Number(new URL(url).port);
    return url;
  }
  /** Commits a transfer; some make blocks of several. */
  async function commit(): Promise<string> {
    const timestamp = BigInt(test.clock.nowUs());
    const members = { type: "Send", to: TO?.address ?? "", amount: "1", timestamp };
    const client = createEngineClient(test.node, "here");
    const hash = await client.signAndSend(new Map(Object.entries<Value>(members)), FROM?.privateKey ?? "");
    await test.run(test.node.whenIncluded([hash]));
    return hash;
  }
  beforeEach(async () => {
    test = await startDevNode();
    port = 0;
  });
  afterEach(async () => {
    await server.close(0);
    await test.node.stop();
  });

  it("continue after disconnections where they were, so that a reader that applies them has the chain", async () => {
    const url = await serve();
    const reader = new EventReader();
    let opened = 0;
    const end = new AbortController();
    const read = async (): Promise<void> => {
      const options = { after: "0", signal: end.signal, onOpen: () => (opened += 1) };
      for await (const { type, id, data } of createClient({ url }).events(options))
        reader.apply({ type, id, data });
    };
    const reading = read().catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    });
    await until(() => opened === 1);
    for (let times = 0; times < 3; times += 1) {
      await commit();
      await server.close(0);
      await commit();
      await serve();
      const before = times + 2;
      await until(() => opened >= before);
    }
    await until(() => reader.isAtEndOf(test.node.ledger.store));
    end.abort();
    await reading;
    await reader.expectChains(test.node.ledger.store);
    expect(reader.counts.has("undone")).to.equal(false);
  });

  for (const kind of ["over HTTP", "in the process"]) {
    it(`have data of the same types as other answers, ${kind}`, async () => {
      const url = await serve();
      const client = kind === "over HTTP" ? createClient({ url }) : createEngineClient(test.node, "here");
      const events = client.events({ after: "0", types: ["main_block", "transaction"] });
      const found: NodeEvent[] = [];
      for await (const event of events) {
        found.push(event);
        if (event.type === "transaction") break;
      }
      const [block, transaction] = found;
      expect(block?.data).to.deep.equal(await client.getBlockSummary(1));
      expect(transaction?.data).to.include({ state: "committed", height: 1, type: "Genesis", cid: null });
    });
  }

  it("throw what the node refuses, and when no node answers at first", async () => {
    const url = await serve();
    const first = (after: string): Promise<unknown> => createClient({ url }).events({ after }).next();
    await expectRejection(first("nonsense"), "EVENT_ID", "refused");
    await server.close(0);
    await expectRejection(first("0"), "UNREACHABLE", "unreachable");
    await serve();
  });

  describe("of a node without them", () => {
    let old: Server | undefined;
    afterEach(() => old?.close());

    for (const [status, body] of [
      [404, '{"code":404,"status":"fail","msg":"Api not found. Please check request uri. "}'],
      [200, '{"code":200,"data":[]}'],
    ] as const) {
      it(`throw EVENTS_UNSUPPORTED for HTTP ${status} without a stream`, async () => {
        await serve();
        old = createServer((_, response) => response.writeHead(status).end(body));
        const client = createClient({ url: `http://127.0.0.1:${await listen(old, "127.0.0.1", 0)}` });
        const failure = await client
          .events()
          .next()
          .catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(ChainError).with.property("code", "EVENTS_UNSUPPORTED");
      });
    }
  });
});
