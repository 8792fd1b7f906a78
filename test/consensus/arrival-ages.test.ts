import { expect } from "chai";
import { ArrivalAges, longestGrace, shortestGrace } from "../../src/consensus/arrival-ages.js";

const SECOND_US = 1_000_000;
const NOW_US = 1_800_000_000 * SECOND_US;

describe("The grace at the end of a round (PROTOCOL 15.2)", () => {
  let ages: ArrivalAges;
  const recordAll = (ageUs: number, count: number): void => {
    for (let index = 0; index < count; index += 1) ages.record(ageUs, NOW_US);
  };

  beforeEach(() => {
    ages = new ArrivalAges(SECOND_US);
  });

  it("is at least a tenth of an interval, and at most two intervals or a second", () => {
    expect(ages.graceUs(NOW_US))
      .to.equal(shortestGrace(SECOND_US))
      .and.to.equal(SECOND_US / 10);
    recordAll(0, 10);
    expect(ages.graceUs(NOW_US)).to.equal(SECOND_US / 10);
    recordAll(2 * SECOND_US, 10);
    expect(ages.graceUs(NOW_US))
      .to.equal(longestGrace(SECOND_US))
      .and.to.equal(2 * SECOND_US);
    expect(longestGrace(SECOND_US / 4)).to.equal(SECOND_US);
  });

  it("exceeds the age at which submissions arrive by about a quarter", () => {
    recordAll(400_000, 10);
    expect(ages.graceUs(NOW_US)).to.be.within(500_000, 520_000);
  });

  it("leaves out one in a thousand, so that a few cannot delay all", () => {
    recordAll(0, 2000);
    recordAll(SECOND_US, 2);
    expect(ages.graceUs(NOW_US)).to.equal(SECOND_US / 10);
    recordAll(SECOND_US, 1);
    expect(ages.graceUs(NOW_US)).to.be.above(SECOND_US);
  });

  it("does not wait for a wrong clock", () => {
    recordAll(2 * SECOND_US + 1, 10);
    recordAll(-5 * SECOND_US, 10);
    expect(ages.graceUs(NOW_US)).to.equal(SECOND_US / 10);
  });

  it("forgets ages within half a minute", () => {
    recordAll(SECOND_US, 10);
    expect(ages.graceUs(NOW_US + 14 * SECOND_US)).to.be.above(SECOND_US);
    expect(ages.graceUs(NOW_US + 31 * SECOND_US)).to.equal(SECOND_US / 10);
  });

  it("has a ceiling where others wait for the block", () => {
    recordAll(SECOND_US, 10);
    expect(ages.graceUs(NOW_US, { ceilingUs: SECOND_US / 2 })).to.equal(SECOND_US / 2);
  });
});
