import { expect } from "chai";
import { BLOCK_ROOM } from "../../src/consensus/block-room.js";
import { chooseClosing, type Closing } from "../../src/consensus/deciding-turn.js";
import type { PreparedTransaction } from "../../src/ledger/prepared-transaction.js";

const I = 1000;
const HALF = BLOCK_ROOM.work / 2;

describe("The round time that a deciding node chooses (PROTOCOL 15.2)", () => {
  function waiting(timestamp: number, { size = 400, work = 0 } = {}): PreparedTransaction {
    const hash = `${timestamp}`.padStart(78, "0");
    return { transaction: { hash, timestamp, size }, work, cost: work } as PreparedTransaction;
  }
  const choose = (
    pool: readonly PreparedTransaction[],
    bounds: { earliestUs?: number; latestUs?: number; soonestUs?: number } = {},
  ): Closing | null => chooseClosing(pool, { earliestUs: I, latestUs: 9 * I, intervalUs: I, ...bounds });
  const timesOf = (closing: Closing | null) =>
    closing?.transactions.map(({ transaction }) => transaction.timestamp);

  it("is the latest when everything fits one block, which then holds all of it in order of hash", () => {
    const closing = choose([waiting(8000), waiting(3500), waiting(9000), waiting(9001)]);
    expect(closing?.roundTime).to.equal(9000);
    expect(timesOf(closing)).to.deep.equal([3500, 8000, 9000]);
  });

  it("is no later than needed where blocks are to be instant, and no earlier than given", () => {
    const roundTimeFrom = (soonestUs: number): number | undefined =>
      choose([waiting(2500), waiting(3500)], { soonestUs })?.roundTime;
    expect([1000, 4000, 6000, 99_000].map(roundTimeFrom)).to.deep.equal([4000, 4000, 6000, 9000]);
    expect(choose([waiting(2500)], { soonestUs: 1000, earliestUs: 5000 })?.roundTime).to.equal(5000);
  });

  it("is null when no transaction waits, or when it would not be after the tip", () => {
    expect(choose([])).to.equal(null);
    expect(choose([waiting(9001)])).to.equal(null);
    expect(choose([waiting(8000)], { earliestUs: 10 * I })).to.equal(null);
  });

  it("is the one before the interval that does not fit, by number, bytes or work", () => {
    const many = Array.from({ length: 1500 }, (_, index) => [
      waiting(1001 + (index % 999)),
      waiting(4001 + (index % 999)),
    ]);
    const crowded = choose(many.flat());
    expect(crowded?.roundTime).to.equal(4000);
    expect(crowded?.transactions).to.have.length(1500);
    const large = choose([waiting(2500, { size: 9_000_000 }), waiting(3500, { size: 9_000_000 })]);
    expect([large?.roundTime, timesOf(large)]).to.deep.equal([3000, [2500]]);
    const slow = choose([
      waiting(2500, { work: HALF }),
      waiting(3500, { work: HALF }),
      waiting(3600, { work: 1 }),
    ]);
    expect([slow?.roundTime, timesOf(slow)]).to.deep.equal([3000, [2500]]);
  });

  it("counts the transactions of its own interval, since a full one needs no wait", () => {
    expect(choose([waiting(8500), waiting(9000)])?.ofLastInterval).to.equal(2);
    expect(choose([waiting(7500)])?.ofLastInterval).to.equal(0);
  });

  it("is the earliest when no block holds everything, and its block takes the lightest transactions", () => {
    const closing = choose([waiting(2100, { work: HALF + 1 }), waiting(2200, { work: HALF }), waiting(2300)]);
    expect(closing?.roundTime).to.equal(3000);
    expect(timesOf(closing)).to.deep.equal([2200, 2300]);
  });

  it("does not depend on how much later one is possible", () => {
    const loads = [0, 1, HALF, HALF + 1, 2 * HALF];
    // Every pool of at most one transaction in each of four intervals.
    for (let drawn = 0; drawn < (loads.length + 1) ** 4; drawn += 1) {
      const pool = [1, 2, 3, 4].flatMap((interval, place) => {
        const work = loads[Math.floor(drawn / (loads.length + 1) ** place) % (loads.length + 1)];
        return work === undefined ? [] : [waiting(interval * I - 1, { work })];
      });
      for (const earliestUs of [I, 2 * I, 3 * I]) {
        const last = choose(pool, { earliestUs, latestUs: 5 * I });
        for (const latestUs of [I, 2 * I, 3 * I, 4 * I]) {
          const closing = choose(pool, { earliestUs, latestUs });
          if (last === null) expect(closing).to.equal(null);
          else if (last.roundTime <= latestUs) expect(closing).to.deep.equal(last);
        }
      }
    }
  });

  it("prefers the newest interval, which kept to its places, when earlier ones can no longer be sealed", () => {
    const pool = [waiting(2100, { work: 10 }), waiting(3100, { work: 2 * HALF - 5 })];
    const closing = choose(pool, { earliestUs: 4 * I, latestUs: 4 * I });
    expect([closing?.roundTime, timesOf(closing)]).to.deep.equal([4000, [3100]]);
  });
});
