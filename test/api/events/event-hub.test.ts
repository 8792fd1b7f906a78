import { expect } from "chai";
import type { Value } from "../../../src/codec/value.js";
import { devAccounts } from "../../../src/data/dev-network.js";
import { MAX_WAITING, type EventQuery } from "../../../src/api/events/event-hub.js";
import type { Node } from "../../../src/node/node.js";
import { idToPlace } from "../../../src/records/event-place.js";
import { signTransaction, type SignedTransaction } from "../../../src/records/transaction.js";
import { startDevNode, type TestNode } from "../../support/dev-node.js";
import { EventReader, readFrames, type ReceivedEvent } from "../../support/event-reader.js";

const [FROM, TO, OTHER] = devAccounts();
const ALL: EventQuery = { after: null, types: null };

function transfer(test: TestNode, members: Readonly<Record<string, Value>> = {}): SignedTransaction {
  const timestamp = BigInt(test.clock.nowUs());
  const all = { type: "Send", to: TO?.address ?? "", amount: "1", timestamp, ...members };
  return signTransaction(new Map(Object.entries<Value>(all)), FROM?.privateKey ?? "");
}

/** Reads a stream in the background. */
class Follower {
  readonly events: ReceivedEvent[] = [];
  readonly ended: Promise<void>;
  readonly #end = new AbortController();

  constructor(node: Node, query: EventQuery) {
    this.ended = this.#follow(node.events(query, this.#end.signal));
  }

  async #follow(frames: AsyncIterable<string>): Promise<void> {
    for await (const text of frames) this.events.push(...readFrames(text));
  }

  of(type: string): readonly ReceivedEvent["data"][] {
    return this.events.filter((event) => event.type === type).map(({ data }) => data);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.ended;
  }
}

describe("the streams of events of a node (docs/events.md)", () => {
  let test: TestNode;
  beforeEach(async () => {
    test = await startDevNode();
  });
  afterEach(() => test.node.stop());

  it("tell of a transaction that it is accepted, and of the block before its transactions", async () => {
    const follower = new Follower(test.node, ALL);
    const sent = transfer(test);
    await test.node.submit(sent);
    await test.run(test.node.whenIncluded([sent.hash]));
    await test.pass(1_000_000);
    await follower.stop();
    const { tip } = test.node.ledger;
    const facts = { type: "Send", cid: null, from: FROM?.address, to: TO?.address };
    expect(follower.of("transaction")).to.deep.equal([
      { state: "accepted", hash: sent.hash, ...facts },
      { state: "committed", hash: sent.hash, height: tip.height, blockhash: tip.blockhash, ...facts },
    ]);
    expect(follower.events.map(({ type }) => type).filter((type) => type !== null)).to.deep.equal([
      "transaction",
      "main_block",
      "transaction",
    ]);
    expect(follower.of("main_block")).to.deep.equal([tip]);
  });

  it("begin with the id of the present, and can be resumed from it before any event has come", async () => {
    const follower = new Follower(test.node, ALL);
    await test.pass(100_000);
    await follower.stop();
    const id = follower.events[0]?.id ?? "";
    const sent = transfer(test);
    await test.node.submit(sent);
    await test.run(test.node.whenIncluded([sent.hash]));
    const resumed = new Follower(test.node, { ...ALL, after: idToPlace(id) });
    await test.pass(1_000_000);
    await resumed.stop();
    expect(resumed.of("main_block")).to.deep.equal([test.node.ledger.tip]);
    expect(resumed.of("transaction")).to.have.length(1);
  });

  it("replay the chain from the first block on, and the fixed height", async () => {
    test.node.mining.start();
    await test.pass(40_000_000);
    await test.node.mining.stop();
    await test.pass(1_000_000);
    const { ledger } = test.node;
    expect(ledger.resourceChain.fixedHeight).to.be.greaterThan(0);
    const follower = new Follower(test.node, { after: idToPlace("0"), types: null });
    await test.pass(1_000_000);
    await follower.stop();
    const reader = new EventReader();
    for (const event of follower.events) reader.apply(event);
    await reader.expectChains(ledger.store);
    expect(reader.fixed).to.deep.equal({
      main_height: ledger.resourceChain.fixedMainHeight,
      resource_height: ledger.resourceChain.fixedHeight,
    });
  });

  it("have only the wanted types, and only the transactions of a hash, an address or a space", async () => {
    const others = OTHER?.address ?? "";
    const [mine, theirs] = [transfer(test), transfer(test, { to: others, amount: "2" })];
    const followers = {
      blocks: new Follower(test.node, { after: null, types: new Set(["main_block"]) }),
      hash: new Follower(test.node, { ...ALL, hash: mine.hash }),
      to: new Follower(test.node, { ...ALL, address: others }),
      from: new Follower(test.node, { ...ALL, address: FROM?.address ?? "" }),
      cid: new Follower(test.node, { ...ALL, cid: "no such space" }),
    };
    for (const sent of [mine, theirs]) await test.node.submit(sent);
    await test.run(test.node.whenIncluded([mine.hash, theirs.hash]));
    await test.pass(1_000_000);
    for (const follower of Object.values(followers)) await follower.stop();
    const hashes = (follower: Follower): unknown =>
      follower.of("transaction").map((data) => `${String(data?.["state"])} ${String(data?.["hash"])}`);
    const both = (hash: string): readonly string[] => [`accepted ${hash}`, `committed ${hash}`];
    expect(followers.blocks.events.map(({ type }) => type ?? "")).to.deep.equal(["", "main_block"]);
    expect(hashes(followers.hash)).to.deep.equal(both(mine.hash));
    expect(hashes(followers.to)).to.deep.equal(both(theirs.hash));
    expect(hashes(followers.from)).to.have.members([...both(mine.hash), ...both(theirs.hash)]);
    expect(hashes(followers.cid)).to.deep.equal([]);
    // They are moved beyond what they did not want.
    expect(followers.cid.events.at(-1)?.id).to.equal(followers.hash.events.at(-1)?.id);
  });

  it("tell why an accepted transaction is dropped", async () => {
    const follower = new Follower(test.node, { ...ALL, address: TO?.address ?? "" });
    const sent = transfer(test);
    await test.node.submit(sent);
    await test.pass(100_000);
    test.node.eventHub.tellDropped({ hash: sent.hash, height: 3, reason: "Too late." });
    test.node.eventHub.tellDropped({ hash: "0".repeat(78), height: 3, reason: "Unknown here." });
    await test.pass(100_000);
    await follower.stop();
    expect(follower.of("transaction")).to.deep.include({
      state: "dropped",
      hash: sent.hash,
      height: 3,
      reason: "Too late.",
      type: "Send",
      cid: null,
      from: FROM?.address,
      to: TO?.address,
    });
    expect(follower.of("transaction").map((data) => data?.["reason"])).not.to.include("Unknown here.");
  });

  it("tell when peers come and go, and whether the node is ready, at first and when it turns", async () => {
    const { eventHub } = test.node;
    eventHub.tellReady(false, ["clock"]);
    const follower = new Follower(test.node, ALL);
    await test.pass(100_000);
    eventHub.tellPeers(["a:1", "b:2"]);
    eventHub.tellPeers(["b:2", "c:3"]);
    eventHub.tellReady(true, []);
    await test.pass(100_000);
    await follower.stop();
    expect(follower.of("peer")).to.deep.equal([
      { host: "a:1", state: "connected" },
      { host: "b:2", state: "connected" },
      { host: "a:1", state: "lost" },
      { host: "c:3", state: "connected" },
    ]);
    expect(follower.of("ready")).to.deep.equal([
      { ready: false, failed: ["clock"] },
      { ready: true, failed: [] },
    ]);
    expect(follower.events.filter(({ type }) => type !== null).every(({ id }) => id === null)).to.equal(true);
  });

  it("end for a reader that lets too many events wait, and when the node stops", async () => {
    const slow = test.node.events(ALL)[Symbol.asyncIterator]();
    await slow.next();
    for (let index = 0; index <= MAX_WAITING; index += 1) test.node.eventHub.tellReady(true, []);
    expect(await slow.next()).to.deep.equal({ done: true, value: undefined });
    const long = test.node.events(ALL)[Symbol.asyncIterator]();
    await long.next();
    for (let height = 1; height <= 5; height += 1)
      test.node.eventHub.tellDropped({ hash: "00", height, reason: "x".repeat(300_000) });
    expect(await long.next()).to.deep.equal({ done: true, value: undefined });
    const follower = new Follower(test.node, ALL);
    await test.pass(100_000);
    test.node.eventHub.close();
    await follower.ended;
    expect(await test.node.events(ALL)[Symbol.asyncIterator]().next()).to.include({ done: true });
  });
});
