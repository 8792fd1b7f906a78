import { expect } from "chai";
import { TransactionPool } from "../../src/consensus/transaction-pool.js";
import type { PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import { hexTime } from "../../src/codec/hash.js";

/** The parts that the pool reads: a hash that begins with its time, a size and a signer. */
function prepared(timestamp: number, size = 400, public_key = "alice"): PreparedTransaction {
  const transaction = { hash: hexTime(timestamp) + "a".repeat(64), timestamp, size, public_key };
  return { transaction, work: 0 } as unknown as PreparedTransaction;
}

describe("The transaction pool (PROTOCOL 5.6, 9.2, 13.4)", () => {
  it("refuses a hash it holds", () => {
    const pool = new TransactionPool();
    pool.add(prepared(1));
    expect(() => pool.add(prepared(1)))
      .to.throw("The same transaction is already added")
      .with.property("code", "TRANSACTION_DUPLICATE");
  });

  it("refuses one transaction more than its limit, and accepts it when one has left", () => {
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

  it("refuses one byte more than its limit", () => {
    const pool = new TransactionPool({ maxTransactions: 10, maxBytes: 1000 });
    pool.add(prepared(1, 600));
    expect(() => pool.add(prepared(2, 401)))
      .to.throw()
      .with.property("code", "POOL_FULL");
    pool.add(prepared(2, 400));
    expect(pool.bytes).to.equal(1000);
  });

  it("gives the large ones half of its bytes, and the others all of them", () => {
    const large = 100_000;
    const pool = new TransactionPool({ maxTransactions: 100, maxBytes: 4 * large });
    pool.add(prepared(1, large));
    pool.add(prepared(2, large));
    expect(() => pool.add(prepared(3, large)))
      .to.throw()
      .with.property("code", "POOL_FULL");
    for (let time = 4; time < 8; time++) pool.add(prepared(time, large / 2));
    expect(pool.bytes).to.equal(4 * large);
  });

  it("drops transactions that are not newer than the tip", () => {
    const pool = new TransactionPool();
    for (const timestamp of [9, 10, 11]) pool.add(prepared(timestamp));
    pool.removeOlderThan(10);
    expect(pool.all().map(({ transaction }) => transaction.timestamp)).to.deep.equal([11]);
    expect(pool.bytes).to.equal(400);
  });

  it("replaces a transaction that was prepared again, and adds no unknown one", () => {
    const pool = new TransactionPool();
    for (const timestamp of [1, 2]) pool.add(prepared(timestamp));
    const again = prepared(1);
    pool.replace(again);
    pool.replace(prepared(3));
    expect(pool.all()[0]).to.equal(again);
    expect(pool.size).to.equal(2);
  });

  it("holds copies of a transaction by other signers, and proposes the first (PROTOCOL 15.7)", () => {
    const pool = new TransactionPool();
    const copies = ["alice", "bob", "carol"].map((signer) => prepared(1, 400, signer)) as [
      PreparedTransaction,
      PreparedTransaction,
      PreparedTransaction,
    ];
    for (const copy of copies) pool.add(copy);
    const { hash } = copies[0].transaction;
    expect([pool.size, pool.bytes]).to.deep.equal([3, 1200]);
    expect(pool.all()).to.deep.equal([copies[0]]);
    expect(pool.withCopies()).to.deep.equal(copies);
    expect(() => pool.assertRoom(copies[1].transaction)).to.throw("already added");
    expect(pool.nextCopy(copies[0].transaction)).to.equal(copies[1]);
    pool.discard(copies[0].transaction);
    expect(pool.get(hash)).to.equal(copies[1]);
    pool.remove([hash]);
    expect([pool.size, pool.bytes, pool.get(hash)]).to.deep.equal([0, 0, undefined]);
  });
});
