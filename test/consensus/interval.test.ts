import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { BLOCK_ROOM, type Load } from "../../src/consensus/block-room.js";
import {
  Interval,
  intervalEnd,
  Intervals,
  MAX_PLACES_OF_SIGNER,
  type IntervalPlace,
} from "../../src/consensus/interval.js";
import type { SignedTransaction } from "../../src/records/transaction.js";

const INTERVAL_US = 1_000_000;
const END_US = 1_800_000_001_000_000;
const BEGIN_US = END_US - INTERVAL_US;
const DECIDING = { nowUs: BEGIN_US, isDeciding: true, isForwarded: false };

describe("The intervals of an instant chain (PROTOCOL 15.2)", () => {
  it("are at most 8,192, of which those without transactions are forgotten", () => {
    const kept = new Intervals(1000, { maxTransactions: 20_000, maxBytes: 1e9 });
    const reserve = (index: number): IntervalPlace =>
      kept.reserve({ timestamp: END_US + 1000 * index, size: 1, public_key: "a" } as SignedTransaction, {
        nowUs: END_US + 1e9,
        isDeciding: false,
        isForwarded: false,
      });
    for (let index = 0; index < 20_000; index += 1) {
      const place = reserve(index);
      place.interval.release(place);
    }
    for (let index = 0; index < 8192; index += 1) reserve(index);
    expect(() => reserve(9000))
      .to.throw(ChainError)
      .with.property("code", "POOL_FULL");
  });
});

describe("The places of an interval (PROTOCOL 15.2)", () => {
  let interval: Interval;
  let signers: number;

  beforeEach(() => {
    interval = new Interval(END_US, INTERVAL_US);
    signers = 0;
  });

  function reserve(
    load: Partial<Load> = {},
    { nowUs = BEGIN_US, isDeciding = true, isForwarded = false, signer = "" } = {},
  ): IntervalPlace {
    const by = signer === "" ? `signer ${(signers += 1)}` : signer;
    const options = { nowUs, isDeciding, isForwarded };
    return interval.reserve(by, { transactions: 1, bytes: 400, work: 0, ...load }, options);
  }
  /** How many places are reserved before one is refused. */
  function count(load: Partial<Load>, options: Parameters<typeof reserve>[1] = {}): number {
    for (let reserved = 0; ; reserved += 1) {
      try {
        reserve(load, options);
      } catch (error) {
        expect(error).to.be.instanceOf(ChainError).and.to.include({ code: "INTERVAL_FULL", kind: "busy" });
        return reserved;
      }
    }
  }
  const beforeUs = BEGIN_US - 1;

  it("are those after the previous round time, up to and including its own", () => {
    expect(
      [BEGIN_US, BEGIN_US + 1, END_US, END_US + 1].map((us) => intervalEnd(us, INTERVAL_US)),
    ).to.deep.equal([BEGIN_US, END_US, END_US, END_US + INTERVAL_US]);
  });

  it("are as many as one block holds", () => {
    expect(count({})).to.equal(BLOCK_ROOM.transactions);
  });

  for (const kind of ["bytes", "work"] as const) {
    it(`leave each signer's large transactions beyond half the block a 16th of the ${kind} that are left`, () => {
      const half = BLOCK_ROOM[kind] / 2;
      reserve({ [kind]: half }, { signer: "one" });
      const share = half / 16;
      expect(() => reserve({ [kind]: share + 1 }, { signer: "one" })).to.throw(ChainError);
      reserve({ [kind]: share }, { signer: "one" });
      const small = BLOCK_ROOM[kind] / BLOCK_ROOM.transactions;
      expect(() => reserve({ [kind]: small + 1 }, { signer: "one" })).to.throw(ChainError);
      expect(count({ [kind]: small }, { signer: "one" })).to.equal(MAX_PLACES_OF_SIGNER - 1);
      reserve({ [kind]: Math.floor(share / 2) }, { signer: "another" });
      expect(() => reserve({ [kind]: share }, { signer: "a third" })).to.throw(ChainError);
    });
  }

  it("leave those their places who send little, however many send much", () => {
    const much = { work: BLOCK_ROOM.work / 8 };
    expect(count(much)).to.equal(4);
    for (let work = BLOCK_ROOM.work / 32; work > 65_536; work /= 2) count({ work });
    expect(count({ work: 60_000 })).to.be.above(16);
  });

  it("have room for one transaction that exceeds half a block, and then for small ones", () => {
    const large = { work: BLOCK_ROOM.work * 0.75 };
    expect(count(large)).to.equal(1);
    reserve({ work: 13_000 });
    expect(() => interval.reserve("x", { transactions: 1, bytes: 400, work: BLOCK_ROOM.work }, DECIDING))
      .to.throw(ChainError)
      .and.to.have.property("code", "INTERVAL_FULL");
    interval = new Interval(END_US, INTERVAL_US);
    expect(count({ work: BLOCK_ROOM.work * 0.9 })).to.equal(0);
  });

  it("are half a block before the interval begins", () => {
    expect(count({}, { nowUs: beforeUs })).to.equal(BLOCK_ROOM.transactions / 2);
    expect(count({})).to.equal(BLOCK_ROOM.transactions / 2);
    interval = new Interval(END_US, INTERVAL_US);
    expect(count({ bytes: 1_048_576 }, { nowUs: beforeUs })).to.equal(8);
    interval = new Interval(END_US, INTERVAL_US);
    expect(count({ work: Math.floor(BLOCK_ROOM.work / 5) }, { nowUs: beforeUs })).to.equal(2);
  });

  it("are at most 64 for one signer beyond half, and unlimited below it", () => {
    expect(count({}, { signer: "one" })).to.equal(BLOCK_ROOM.transactions / 2 + MAX_PLACES_OF_SIGNER);
    expect(count({}, { signer: "another" })).to.equal(64);
  });

  it("are available again when a transaction is refused", () => {
    const places = Array.from({ length: BLOCK_ROOM.transactions }, () => reserve());
    expect(count({})).to.equal(0);
    for (const place of places.slice(0, 3)) interval.release(place);
    expect(count({})).to.equal(3);
  });

  it("are available again to a signer that had its share", () => {
    while (interval.reserved.transactions < BLOCK_ROOM.transactions / 2) reserve();
    const places = Array.from({ length: MAX_PLACES_OF_SIGNER }, () => reserve({}, { signer: "one" }));
    expect(count({}, { signer: "one" })).to.equal(0);
    for (const place of places) interval.release(place);
    expect(count({}, { signer: "one" })).to.equal(MAX_PLACES_OF_SIGNER);
  });

  it("include the work once it is known, and stay unchanged when it is too much", () => {
    const half = BLOCK_ROOM.work / 2;
    reserve({ work: half });
    const place = reserve();
    const before = interval.reserved;
    const more = { transactions: 0, bytes: 0, work: half / 16 + 1 };
    expect(() => interval.enlarge(place, more, DECIDING))
      .to.throw(ChainError)
      .and.to.have.property("code", "INTERVAL_FULL");
    expect(interval.reserved).to.deep.equal(before);
    interval.enlarge(place, { ...more, work: half / 16 }, DECIDING);
    expect(interval.reserved.work).to.equal(half + half / 16);
  });

  it("are three quarters of a block where another node decides", () => {
    expect(count({}, { isDeciding: false })).to.equal(BLOCK_ROOM.transactions * 0.75);
    expect(count({})).to.equal(BLOCK_ROOM.transactions * 0.25);
  });

  it("are counted but not limited for what another node accepted, where another one decides", () => {
    const options = { nowUs: beforeUs, isDeciding: false, isForwarded: true, signer: "one" };
    for (let reserved = 0; reserved < BLOCK_ROOM.transactions + 10; reserved += 1) reserve({}, options);
    expect(count({})).to.equal(0);
    expect(count({}, { isDeciding: false })).to.equal(0);
  });
});

describe("The intervals of a node (PROTOCOL 15.2)", () => {
  const limits = { maxTransactions: 10_000, maxBytes: 10_000_000 };
  let intervals: Intervals;
  beforeEach(() => {
    intervals = new Intervals(INTERVAL_US, limits);
  });

  function reserve(timestamp: number, isDeciding = true): IntervalPlace {
    const transaction = { timestamp, size: 400, public_key: `signer ${timestamp}` };
    return intervals.reserve(transaction as SignedTransaction, {
      nowUs: timestamp,
      isDeciding,
      isForwarded: false,
    });
  }

  it("are behind since the first one ended whose block this node still has to make", () => {
    expect(intervals.behindUs(END_US + 5)).to.equal(0);
    const place = reserve(BEGIN_US + 1);
    reserve(END_US + 1);
    expect(intervals.behindUs(END_US)).to.equal(0);
    expect(intervals.behindUs(END_US + 5)).to.equal(5);
    place.interval.release(place);
    expect(intervals.behindUs(END_US + 5)).to.equal(0);
    expect(intervals.behindUs(END_US + INTERVAL_US + 7)).to.equal(7);
    intervals.forgetUpTo(END_US + INTERVAL_US);
    expect(intervals.behindUs(END_US + INTERVAL_US + 7)).to.equal(0);
  });

  it("are never behind with a block that another node makes", () => {
    reserve(BEGIN_US + 1, false);
    expect(intervals.behindUs(END_US + 5)).to.equal(0);
  });
});
