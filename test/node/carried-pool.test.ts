import { expect } from "chai";
import { objectToValue } from "../../src/codec/value.js";
import { createEngineClient } from "../../src/api/engine-client.js";
import type { PoolMemory } from "../../src/data/directory/pool-file.js";
import { createIdentity } from "../../src/data/directory/identity.js";
import type { LogEntry } from "../../src/base/log.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import { floorToInterval } from "../../src/records/round-time.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevNode, type DevNodeOptions, type TestNode } from "../support/dev-node.js";
import { mapIn } from "../support/vectors.js";

const SECOND_US = 1_000_000;

/** Keeps the transactions in memory. test/data/directory/pool-file.test.ts tests the file. */
class TestMemory implements PoolMemory {
  kept: readonly SignedTransaction[] = [];
  load(): Promise<readonly SignedTransaction[]> {
    return Promise.resolve(this.kept);
  }
  save(transactions: readonly SignedTransaction[]): Promise<void> {
    this.kept = transactions;
    return Promise.resolve();
  }
}

describe("A node that stops while accepted transactions are pending (PROTOCOL 15.2)", () => {
  const [alice, bob] = devAccounts();
  const transfer = (timestampUs: number, amount = "1"): SignedTransaction => {
    const timestamp = BigInt(timestampUs);
    return signTransaction(
      mapIn(objectToValue({ type: "Send", to: bob?.address ?? "", amount, timestamp })),
      alice?.privateKey ?? "",
    );
  };
  const submitAll = async ({ node }: TestNode, transactions: readonly SignedTransaction[]): Promise<void> => {
    for (const transaction of transactions) await node.submit(transaction);
  };

  /** Opens a store that outlives its nodes, and the other parts that the nodes share. */
  async function openWorld() {
    const store = await openSqliteStore({ file: IN_MEMORY });
    const close = store.close.bind(store);
    store.close = () => Promise.resolve();
    const log: LogEntry[] = [];
    const memory = new TestMemory();
    const identity = createIdentity();
    const start = (options: DevNodeOptions = {}): Promise<TestNode> =>
      startDevNode({ store, identity, poolMemory: memory, log: (entry) => log.push(entry), ...options });
    const dropped = (): readonly unknown[] =>
      log.filter(({ message }) => message === "transaction dropped").map(({ fields }) => fields?.["hash"]);
    return { store, close, log, memory, start, dropped };
  }

  it("seals transactions that are due when it is the only validator", async () => {
    const { store, close, memory, start, dropped } = await openWorld();
    const test = await start();
    const transfers = [1, 2, 3].map((index) => transfer(test.clock.nowUs() + index));
    await submitAll(test, transfers);
    await test.run(test.node.stop(2 * SECOND_US));
    const known = await store.knownTransactions(transfers.map(({ hash }) => hash));
    expect(known.size).to.equal(3);
    expect({ kept: memory.kept, dropped: dropped() }).to.deep.equal({ kept: [], dropped: [] });
    await close();
  });

  it("keeps a transaction dated ahead, and includes it in a block after the next start", async () => {
    const { store, close, memory, start, dropped } = await openWorld();
    const test = await start();
    const ahead = transfer(test.clock.nowUs() + 4 * SECOND_US);
    await submitAll(test, [ahead]);
    await test.run(test.node.stop(2 * SECOND_US));
    expect(memory.kept.map(({ hash }) => hash)).to.deep.equal([ahead.hash]);

    const next = await start({ startUs: test.clock.nowUs() + SECOND_US });
    expect(memory.kept).to.deep.equal([]);
    await next.run(next.node.whenIncluded([ahead.hash]));
    expect((await store.knownTransactions([ahead.hash])).size).to.equal(1);
    expect(dropped()).to.deep.equal([]);
    await next.node.stop();
    await close();
  });

  it("includes more than a block of them, however long the node was stopped", async () => {
    const { store, close, memory, start, dropped } = await openWorld();
    const test = await start();
    const interval = test.definition.constants.main_chain_interval;
    const beginUs = floorToInterval(test.clock.nowUs(), interval) + interval;
    const each = Math.ceil((MAX_BLOCK_TRANSACTIONS + 512) / 3);
    const kept = Array.from({ length: 3 * each }, (_, index) =>
      transfer(beginUs + Math.floor(index / each) * interval + 1 + (index % each)),
    );
    await test.run(test.node.stop(2 * SECOND_US));
    memory.kept = kept;
    const next = await start({ startUs: beginUs + 60 * SECOND_US });
    await next.run(next.node.whenIncluded(kept.map(({ hash }) => hash)));
    expect((await store.knownTransactions(kept.map(({ hash }) => hash))).size).to.equal(kept.length);
    expect(dropped()).to.deep.equal([]);
    await next.node.stop();
    await close();
  });

  it("reports kept transactions that the next start refuses as dropped (PROTOCOL 13.11)", async () => {
    const { close, start, dropped } = await openWorld();
    const test = await start();
    // Each passes alone, but the first one in a block leaves too little for the second.
    const rivals = [0, 1].map((index) =>
      transfer(test.clock.nowUs() + 4 * SECOND_US + index, `20000${"0".repeat(18)}`),
    );
    await submitAll(test, rivals);
    await test.run(test.node.stop(2 * SECOND_US));
    const next = await start({ startUs: test.clock.nowUs() + SECOND_US });
    await next.pass(6 * SECOND_US);
    const second = rivals.map(({ hash }) => hash).toSorted()[1] ?? "";
    expect(dropped()).to.deep.equal([second]);
    const client = createEngineClient(next.node, "in this process");
    expect(await client.transactionFate(second)).to.include({ state: "dropped" });
    await next.node.stop();
    await close();
  });

  it("reports all transactions that it cannot keep as dropped", async () => {
    const { close, memory, start, dropped } = await openWorld();
    const test = await start();
    memory.save = () => Promise.reject(new Error("The disk is full. "));
    const ahead = [1, 2].map((index) => transfer(test.clock.nowUs() + 4 * SECOND_US + index));
    await submitAll(test, ahead);
    await test.run(test.node.stop(2 * SECOND_US));
    expect(dropped()).to.have.members(ahead.map(({ hash }) => hash));
    await close();
  });

  it("does not report a kept transaction that is in a block by now", async () => {
    const { close, memory, start, dropped } = await openWorld();
    const test = await start();
    const sent = transfer(test.clock.nowUs() + 1);
    await submitAll(test, [sent]);
    await test.run(test.node.stop(2 * SECOND_US));
    memory.kept = [sent];
    const next = await start({ startUs: test.clock.nowUs() + SECOND_US });
    expect({ kept: memory.kept, dropped: dropped() }).to.deep.equal({ kept: [], dropped: [] });
    await next.node.stop();
    await close();
  });
});
