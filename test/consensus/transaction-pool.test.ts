import { expect } from "chai";
import { TransactionPool } from "../../src/consensus/transaction-pool.js";
import type { PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import { hexTime } from "../../src/codec/time.js";

/** What the pool looks at: a hash that begins with its time, and a size. */
function prepared(timestamp: number, size = 400, tail = "a"): PreparedTransaction {
  const transaction = { hash: hexTime(timestamp) + tail.repeat(64), timestamp, size };
  return { transaction } as unknown as PreparedTransaction;
}

describe("The transaction pool (PROTOCOL 4, 5, 9)", () => {
  it("refuses a hash it holds", () => {
    const pool = new TransactionPool();
    pool.add(prepared(1));
    expect(() => pool.add(prepared(1)))
      .to.throw("The same transaction is already added")
      .with.property("code", "TRANSACTION_DUPLICATE");
  });

  it("refuses one transaction more than it may hold, and takes it when one has left", () => {
    const pool = new TransactionPool({ maxTransactions: 2, maxBytes: 10_000 });
    pool.add(prepared(1));
    pool.add(prepared(2));
    expect(() => pool.add(prepared(3)))
      .to.throw("Too many transactions. ")
      .with.include({ code: "POOL_FULL", kind: "busy" });
    pool.remove([prepared(1).transaction.hash]);
    pool.add(prepared(3));
    expect(pool.size).to.equal(2);
  });

  it("refuses one byte more than it may hold", () => {
    const pool = new TransactionPool({ maxTransactions: 10, maxBytes: 1000 });
    pool.add(prepared(1, 600));
    expect(() => pool.add(prepared(2, 401)))
      .to.throw()
      .with.property("code", "POOL_FULL");
    pool.add(prepared(2, 400));
    expect(pool.bytes).to.equal(1000);
  });

  it("drops what is not younger than the tip", () => {
    const pool = new TransactionPool();
    for (const timestamp of [9, 10, 11]) pool.add(prepared(timestamp));
    pool.removeOlderThan(10);
    expect(pool.all().map(({ transaction }) => transaction.timestamp)).to.deep.equal([11]);
    expect(pool.bytes).to.equal(400);
  });

  it("offers candidates up to a time, in ascending order of hash", () => {
    const pool = new TransactionPool();
    for (const each of [prepared(3), prepared(1, 400, "b"), prepared(4), prepared(1, 400, "a")])
      pool.add(each);
    const hashes = pool.candidates(3).map(({ transaction }) => transaction.hash);
    expect(hashes).to.deep.equal([
      prepared(1, 400, "a").transaction.hash,
      prepared(1, 400, "b").transaction.hash,
      prepared(3).transaction.hash,
    ]);
  });

  it("offers no more than a block holds, by number and by size, the oldest first", () => {
    const pool = new TransactionPool({ maxTransactions: 5000, maxBytes: 3 * MAX_BLOCK_SIZE });
    for (let timestamp = 1; timestamp <= MAX_BLOCK_TRANSACTIONS + 1; timestamp += 1)
      pool.add(prepared(timestamp));
    const candidates = pool.candidates(MAX_BLOCK_TRANSACTIONS + 1);
    expect(candidates).to.have.length(MAX_BLOCK_TRANSACTIONS);
    expect(candidates.at(-1)?.transaction.timestamp).to.equal(MAX_BLOCK_TRANSACTIONS);

    const large = new TransactionPool({ maxTransactions: 10, maxBytes: 3 * MAX_BLOCK_SIZE });
    large.add(prepared(1, MAX_BLOCK_SIZE - 100));
    large.add(prepared(2, 100));
    large.add(prepared(3, 1));
    expect(large.candidates(3)).to.have.length(2);
  });
});
