import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { BLOCK_ROOM, type Load } from "../../src/consensus/block-room.js";
import { Interval, intervalEnd, MAX_PLACES_OF_SIGNER, type Place } from "../../src/consensus/interval.js";

const INTERVAL_US = 1_000_000;
const END_US = 1_800_000_001_000_000;
const BEGIN_US = END_US - INTERVAL_US;

describe("The places of an interval (PROTOCOL 15.2)", () => {
  let interval: Interval;
  let signers: number;

  beforeEach(() => {
    interval = new Interval(END_US, INTERVAL_US);
    signers = 0;
  });

  function give(load: Partial<Load> = {}, { nowUs = BEGIN_US, isDeciding = true, signer = "" } = {}): Place {
    const by = signer === "" ? `signer ${(signers += 1)}` : signer;
    return interval.give(by, { transactions: 1, bytes: 400, work: 0, ...load }, { nowUs, isDeciding });
  }
  /** How many places are given before one is refused. */
  function count(load: Partial<Load>, options: Parameters<typeof give>[1] = {}): number {
    for (let given = 0; ; given += 1) {
      try {
        give(load, options);
      } catch (error) {
        expect(error).to.be.instanceOf(ChainError).and.to.include({ code: "INTERVAL_FULL", kind: "busy" });
        return given;
      }
    }
  }
  const beforeUs = BEGIN_US - 1;

  it("are those after the previous round time, up to and including its own", () => {
    expect(
      [BEGIN_US, BEGIN_US + 1, END_US, END_US + 1].map((us) => intervalEnd(us, INTERVAL_US)),
    ).to.deep.equal([BEGIN_US, END_US, END_US, END_US + INTERVAL_US]);
  });

  it("are as many as one block holds, by number, bytes and work", () => {
    expect(count({})).to.equal(BLOCK_ROOM.transactions);
    interval = new Interval(END_US, INTERVAL_US);
    expect(count({ bytes: 1_048_576 })).to.equal(16);
    interval = new Interval(END_US, INTERVAL_US);
    expect(count({ work: Math.floor(BLOCK_ROOM.work / 5) })).to.equal(5);
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
    const places = Array.from({ length: BLOCK_ROOM.transactions }, () => give());
    expect(count({})).to.equal(0);
    for (const place of places.slice(0, 3)) interval.giveBack(place);
    expect(count({})).to.equal(3);
  });

  it("are available again to a signer that had its share", () => {
    while (interval.given.transactions < BLOCK_ROOM.transactions / 2) give();
    const places = Array.from({ length: MAX_PLACES_OF_SIGNER }, () => give({}, { signer: "one" }));
    expect(count({}, { signer: "one" })).to.equal(0);
    for (const place of places) interval.giveBack(place);
    expect(count({}, { signer: "one" })).to.equal(MAX_PLACES_OF_SIGNER);
  });

  it("include the work once it is known, and stay unchanged when it is too much", () => {
    give({ work: BLOCK_ROOM.work - 10 });
    const place = give();
    const before = interval.given;
    const more = { transactions: 0, bytes: 0, work: 11 };
    const giving = { nowUs: BEGIN_US, isDeciding: true };
    expect(() => interval.enlarge(place, more, giving))
      .to.throw(ChainError)
      .and.to.have.property("code", "INTERVAL_FULL");
    expect(interval.given).to.deep.equal(before);
    interval.enlarge(place, { ...more, work: 10 }, giving);
    expect(interval.given.work).to.equal(BLOCK_ROOM.work);
  });

  it("are counted but not limited when another node decides", () => {
    for (let given = 0; given < BLOCK_ROOM.transactions + 10; given += 1)
      give({}, { nowUs: beforeUs, isDeciding: false, signer: "one" });
    expect(count({})).to.equal(0);
  });
});
