import { expect } from "chai";
import { VolatileSigningMemory } from "../../../src/consensus/signing-memory.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { Node } from "../../../src/node/node.js";
import { VirtualClock } from "../../../src/base/clock/virtual-clock.js";
import { createHttpConnect } from "../../../src/peers/transport/http-connect.js";
import type { RpcServer } from "../../../src/rpc/server.js";
import { placeToId } from "../../../src/records/event-place.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import {
  AFTER_THE_RECORDING_US,
  importRecordedChain,
  recordedMainBlocks,
  recordedNetwork,
} from "../../support/recorded-chain.js";
import { testIdentity } from "../../support/keys.js";
import { serveEngine } from "../../support/serve-engine.js";
import { WorkUnderWay } from "../../support/work-under-way.js";

const HORIZON = 61;

type Asked = Readonly<Record<string, string | number | boolean>> & { readonly type: string };
const STEP_US = 50_000;

describe("A node and peers that are pruned (PROTOCOL 15.16)", () => {
  const network = recordedNetwork();
  const underWay = new WorkUnderWay();
  const servers: RpcServer[] = [];
  const nodes: Node[] = [];
  let clock: VirtualClock;
  beforeEach(() => {
    clock = new VirtualClock(AFTER_THE_RECORDING_US);
  });
  afterEach(async () => {
    for (const node of nodes.splice(0).toReversed()) await node.stop();
    for (const server of servers.splice(0)) await server.close(0);
  });

  /** Serves the recorded chain, pruned up to a height. */
  async function serve(name: string, horizon: number): Promise<string> {
    const store = await openSqliteStore({ file: IN_MEMORY });
    await importRecordedChain(await Ledger.open(store, network));
    while ((await store.prune?.(horizon))?.isDone === false);
    const node = await Node.open({
      store,
      network,
      identity: testIdentity(name),
      clock,
      signingMemory: new VolatileSigningMemory(),
    });
    nodes.push(node);
    const { server, url } = await serveEngine(node);
    servers.push(server);
    return new URL(url).host;
  }

  /** Starts a node with the first blocks of the recorded chain. */
  async function start(blocks: number, hosts: readonly string[]): Promise<Node> {
    const store = await openSqliteStore({ file: IN_MEMORY });
    const connect = createHttpConnect({ allowPrivate: true });
    if (blocks > 0) await importRecordedChain(await Ledger.open(store, network), blocks);
    const node = await Node.open({
      store: underWay.counted(() => store),
      network,
      identity: testIdentity("fresh"),
      clock,
      signingMemory: new VolatileSigningMemory(),
      peers: { connect: (host) => underWay.counted(() => connect(host)), hosts },
    });
    nodes.push(node);
    node.start();
    return node;
  }

  async function runUntil(node: Node, isDone: () => boolean, mostUs = Infinity): Promise<void> {
    for (let spentUs = 0; !isDone() && spentUs < mostUs; spentUs += STEP_US) {
      await clock.advance(STEP_US);
      await underWay.settled([node]);
    }
  }

  const isWhole = ({ ledger }: Node) => ledger.tip.height === recordedMainBlocks().length;

  it("takes the blocks from the peer that has them, and counts no fault of the other", async () => {
    const [pruned, full] = [await serve("pruned", HORIZON), await serve("full", 0)];
    const node = await start(0, [pruned, full]);
    await runUntil(node, () => isWhole(node));
    expect(node.ledger.tip.blockhash).to.equal(recordedMainBlocks().at(-1)?.blockhash);
    expect(node.peers?.tracker.records.size).to.equal(0);
    expect(node.peers?.tracker.peers.size).to.equal(2);
  });

  it("stays where it is when no peer has the blocks, keeps the peer, and makes its own blocks", async () => {
    const pruned = await serve("pruned", HORIZON);
    const node = await start(0, [pruned]);
    await runUntil(node, () => false, 60_000_000);
    expect(node.ledger.tip.height).to.equal(0);
    const { tracker, sync } = node.peers ?? expect.fail();
    expect(sync.bestHeight).to.be.oneOf([0, recordedMainBlocks().length]);
    expect(tracker.records.size).to.equal(0);
    expect(tracker.failureCounts.size).to.equal(0);
    expect(tracker.peers.size).to.equal(1);
    expect(sync.isHolding).to.equal(false);
  });

  it("takes later blocks from a pruned peer", async () => {
    const node = await start(HORIZON, [await serve("pruned", HORIZON)]);
    await runUntil(node, () => isWhole(node));
    expect(node.ledger.tip.blockhash).to.equal(recordedMainBlocks().at(-1)?.blockhash);
  });

  it("refuses what is gone with HTTP 410, as a 2.1 node can read it, and gives what is there", async () => {
    const host = await serve("pruned", HORIZON);
    const ask = async (request: Asked) => {
      const answer = await fetch(`http://${host}/rawrequest`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ request }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    for (const cells of [
      { type: "GetBlocks", target: 1, full: true },
      { type: "GetBlock", target: HORIZON, full: true },
      { type: "GetTransaction", target: recordedMainBlocks()[3]?.transactions[0]?.hash ?? "" },
      { type: "ListTransaction", page: 1, count: 1000 },
    ]) {
      const { status, body } = await ask(cells);
      expect(status, cells.type).to.equal(410);
      expect(body).to.include({ code: 410, status: "fail" });
      expect(body["error"]).to.deep.include({
        code: "PRUNED",
        kind: "gone",
        details: { first: HORIZON + 1 },
      });
    }
    const block = recordedMainBlocks()[HORIZON - 5];
    const place = { height: block?.height ?? 0, blockhash: block?.blockhash ?? "" };
    const after = placeToId({
      main: place,
      resource: { height: 0, blockhash: "" },
      fixed: 0,
      transactions: 0,
    });
    const stream = (types: string) => fetch(`http://${host}/events?after=${after}&types=${types}`);
    const refused = await stream("transaction");
    expect(refused.status).to.equal(410);
    expect(await refused.text()).to.include('"PRUNED"');
    const headers = await stream("main_block");
    expect(headers.status).to.equal(200);
    await headers.body?.cancel();
    for (const cells of [
      { type: "GetBlocks", target: 1, full: false },
      { type: "GetBlocks", target: HORIZON + 1, full: true },
      { type: "GetBlock", target: HORIZON, full: false },
      { type: "GetBlock", target: HORIZON + 1, full: true },
      { type: "GetResourceBlocks", target: 1, full: true },
      { type: "ListTransaction", page: 1, count: 1 },
    ])
      expect((await ask(cells)).status, JSON.stringify(cells)).to.equal(200);
  });
});
