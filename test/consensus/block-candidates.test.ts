import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import {
  fitBlock,
  listCandidates,
  proposalCandidates,
  refreshInPool,
} from "../../src/consensus/block-candidates.js";
import { WORK_LIMIT } from "../../src/vm/machine.js";
import { TransactionPool } from "../../src/consensus/transaction-pool.js";
import type { PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { includeAll } from "../../src/node/preset.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { FastSigner } from "../support/fast-signer.js";

describe("What a validator proposes (PROTOCOL 4.3, 6.6, 9.4, 15.2, 15.8)", () => {
  let test: TestNode;
  const [alice, bob] = devAccounts() as [KeyPair, KeyPair];

  before(async () => {
    test = await startDevNode();
  });
  after(() => test.node.stop());

  /** A transfer this many µs after the tip, with a stated size and work. */
  async function transfer(us: number, { size = 400, work = 0 } = {}): Promise<PreparedTransaction> {
    const { ledger, pool } = test.node;
    const form = new FastSigner(alice).transfer(bob.address, ledger.tip.s_timestamp + us);
    const hash = await test.node.sendTransaction({ ...form, transaction: parseJson(form.transaction) });
    const prepared = pool.get(hash);
    pool.remove([hash]);
    if (prepared === undefined) throw new Error("It was not admitted. ");
    return { ...prepared, work, cost: work, transaction: { ...prepared.transaction, size } };
  }
  const timesOf = (transactions: readonly PreparedTransaction[]): readonly number[] =>
    transactions.map(({ transaction }) => transaction.timestamp - test.node.ledger.tip.s_timestamp);

  async function proposed(
    transactions: readonly PreparedTransaction[],
    latest: number,
    candidates = proposalCandidates,
  ) {
    const { ledger } = test.node;
    const pool = new TransactionPool({ maxTransactions: 5000, maxBytes: 3 * MAX_BLOCK_SIZE });
    for (const transaction of transactions) pool.add(transaction);
    return timesOf(await candidates({ pool, ledger }, ledger.tip.s_timestamp + latest));
  }

  it("is the pool up to a time, in ascending order of hash", async () => {
    const transactions = [await transfer(3), await transfer(1), await transfer(4), await transfer(2)];
    expect(await proposed(transactions, 3)).to.deep.equal([1, 2, 3]);
  });

  it("is at most what a block holds, by number and size, the oldest first", async () => {
    const base = await transfer(1);
    const others = Array.from({ length: MAX_BLOCK_TRANSACTIONS + 1 }, (_, index) => ({
      ...base,
      transaction: { ...base.transaction, hash: `${index}`.padStart(78, "0") },
    }));
    expect(await proposed(others, 9)).to.have.length(MAX_BLOCK_TRANSACTIONS);
    const chosen = fitBlock(others);
    expect(chosen).to.deep.equal(others.slice(0, MAX_BLOCK_TRANSACTIONS));
    const large = [
      await transfer(1, { size: MAX_BLOCK_SIZE - 100 }),
      await transfer(2, { size: 100 }),
      await transfer(3, { size: 1 }),
    ];
    expect(timesOf(fitBlock(large))).to.deep.equal([1, 2]);
  });

  it("is at most the work of this node's block: transactions with too much are skipped, the others taken", async () => {
    const half = WORK_LIMIT / 2;
    const transactions = [
      await transfer(1, { work: half + 2 }),
      await transfer(2, { work: half }),
      await transfer(3, { work: 10 }),
      await transfer(4, { work: half - 12 }),
    ];
    expect(await proposed(transactions, 9)).to.deep.equal([1, 3, 4]);
  });

  it("lists by rules 2 also what exceeds a block, at most as many as a chunk may list (PROTOCOL 16.9)", async () => {
    const half = WORK_LIMIT / 2;
    const heavy = [
      await transfer(1, { work: half }),
      await transfer(2, { work: half + 1 }),
      await transfer(3, { size: MAX_BLOCK_SIZE }),
      await transfer(4),
    ];
    expect(await proposed(heavy, 9, listCandidates)).to.deep.equal([1, 2, 3]);
    const base = await transfer(1);
    const many = Array.from({ length: MAX_BLOCK_TRANSACTIONS + 1 }, (_, index) => ({
      ...base,
      transaction: { ...base.transaction, hash: `${index}`.padStart(78, "0") },
    }));
    expect(await proposed(many, 9, listCandidates)).to.have.length(MAX_BLOCK_TRANSACTIONS);
  });

  it("includes a transaction at the work limit when no other one waits", async () => {
    expect(await proposed([await transfer(1, { work: WORK_LIMIT })], 9)).to.deep.equal([1]);
  });

  it("is prepared again once when a code has changed, up to the work limit", async () => {
    const { ledger } = test.node;
    const pool = new TransactionPool();
    const transactions = [await transfer(1_000_001), await transfer(1_000_002), await transfer(1_000_003)];
    for (const transaction of transactions) pool.add(transaction);
    const code = { t: "request", m: "0.2.0", n: "Any", v: "1", s: "any", w: alice.address, p: [], e: [] };
    await test.run(includeAll(test.node, alice, [{ type: "Publish", code: JSON.stringify(code) }]));
    const some = await refreshInPool({ pool, ledger }, pool.all(), 1);
    expect(some).to.have.length(1);
    expect(pool.all().map(({ generation }) => generation === ledger.registry.generation)).to.deep.equal([
      true,
      false,
      false,
    ]);
    const all = await refreshInPool({ pool, ledger }, pool.all());
    expect(all).to.have.length(3);
    expect(all[0]).to.equal(some[0]);
  });
});
