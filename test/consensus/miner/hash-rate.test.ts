import { expect } from "chai";
import { HashRate } from "../../../src/consensus/miner/hash-rate.js";

const SECOND = 1_000_000;

describe("consensus/miner/hash-rate: tries a second over a window", () => {
  it("is 0 before any time has passed", () => {
    const rate = new HashRate(10 * SECOND, 5 * SECOND);
    rate.add(100, 5 * SECOND);
    expect(rate.perSecond(5 * SECOND)).to.equal(0);
  });

  it("measures from the start until the window is full", () => {
    const rate = new HashRate(10 * SECOND, 5 * SECOND);
    rate.add(100, 6 * SECOND);
    expect(rate.perSecond(6 * SECOND)).to.equal(100);
    expect(rate.perSecond(9 * SECOND)).to.equal(25);
  });

  it("forgets what is older than the window", () => {
    const rate = new HashRate(10 * SECOND, 0);
    rate.add(1000, 1 * SECOND);
    rate.add(500, 12 * SECOND);
    expect(rate.perSecond(12 * SECOND)).to.equal(50);
    expect(rate.perSecond(22 * SECOND)).to.equal(0);
  });

  it("does not count the time before a restart", () => {
    const rate = new HashRate(10 * SECOND, 0);
    rate.add(1000, 1 * SECOND);
    rate.restart(8 * SECOND);
    rate.add(30, 9 * SECOND);
    expect(rate.perSecond(9 * SECOND)).to.equal(30);
  });
});
