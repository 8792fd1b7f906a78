import { expect } from "chai";
import { ClockOffsets, leastOffset } from "../../../src/peers/tracking/clock-offsets.js";

const SECOND_US = 1_000_000;

describe("The difference between the clocks of a node and its peers (PROTOCOL 12.2)", () => {
  it("is unknown before a peer has answered", () => {
    expect(new ClockOffsets().median(0)).to.equal(null);
  });

  /** The median of these offsets, s. */
  const medianOf = (...seconds: readonly number[]): number | undefined => {
    const offsets = new ClockOffsets();
    for (const [host, each] of seconds.entries()) offsets.note(`host-${host}`, each * SECOND_US, 0);
    const median = offsets.median(0);
    return median === null ? undefined : median.offsetUs / SECOND_US;
  };

  it("is the median, so that a minority of wrong clocks changes nothing", () => {
    expect(medianOf(-4, 1, -2, 4.5, 0)).to.equal(0);
  });

  it("is the nearer to zero of two in the middle: one of them may be wrong", () => {
    expect([medianOf(-4, 0), medianOf(4, 0), medianOf(0.1, -0.2), medianOf(-3, -1, 2, 4)]).to.deep.equal([
      0, 0, 0.1, -1,
    ]);
  });

  it("does not count hosts that this node refuses for their clocks, unless it refuses all", () => {
    expect([medianOf(-30, 1, 3600), medianOf(-600, 4), medianOf(5, 5.1)]).to.deep.equal([1, 4, 5]);
    expect([medianOf(600, 601, 599), medianOf(-600)]).to.deep.equal([600, -600]);
  });

  it("counts the last answer of each host", () => {
    const offsets = new ClockOffsets();
    offsets.note("a", 30 * SECOND_US, 0);
    offsets.note("a", 1, 1);
    expect(offsets.median(1)).to.deep.equal({ offsetUs: 1, hosts: 1 });
  });

  it("is the median of the hosts that the operator named, however many others there are", () => {
    const offsets = new ClockOffsets(new Set(["named", "silent"]));
    for (let stranger = 0; stranger < 20; stranger += 1)
      offsets.note(`stranger-${stranger}`, 60 * SECOND_US, 0);
    offsets.note("named", 5, 0);
    expect(offsets.median(0)).to.deep.equal({ offsetUs: 5, hosts: 1 });
    // However many others answer after it.
    for (let stranger = 0; stranger < 1000; stranger += 1) offsets.note(`later-${stranger}`, 0, 0);
    expect(offsets.medianOfNamed(0)).to.deep.equal({ offsetUs: 5, hosts: 1 });
  });

  it("is what the time that the answer took does not explain", () => {
    expect(leastOffset(-4 * SECOND_US, 4 * SECOND_US)).to.equal(0);
    expect(leastOffset(-4 * SECOND_US, 6 * SECOND_US)).to.equal(0);
    expect(leastOffset(-4 * SECOND_US, SECOND_US)).to.equal(-3 * SECOND_US);
    expect(leastOffset(3 * SECOND_US, 9 * SECOND_US)).to.equal(3 * SECOND_US);
  });

  it("is unknown after this node's clock was moved", () => {
    const offsets = new ClockOffsets();
    offsets.note("a", 30 * SECOND_US, 0);
    offsets.clear();
    expect(offsets.median(0)).to.equal(null);
  });

  it("forgets hosts that have not answered for ten minutes, and keeps at most 64", () => {
    const offsets = new ClockOffsets();
    offsets.note("old", 60 * SECOND_US, 0);
    expect(offsets.median(601 * SECOND_US)).to.equal(null);
    for (let host = 0; host < 1000; host += 1) offsets.note(`host-${host}`, host, 0);
    expect(offsets.median(0)).to.include({ hosts: 64 });
  });
});

describe("A validator that is sure to be wrong about the time (PROTOCOL 15.13)", () => {
  const HOLDERS = new Set(["A", "B", "C"]);
  const [WRONG, RIGHT] = [600 * SECOND_US, SECOND_US];
  let offsets: ClockOffsets;
  beforeEach(() => {
    offsets = new ClockOffsets(new Set(["a", "b"]));
  });

  it("is refused by all named hosts that answer, and by more than half of the slot holders that it reaches", () => {
    offsets.note("a", WRONG, 0, "A");
    expect(offsets.isRefused(0, HOLDERS)).to.equal(true);
    offsets.note("c", RIGHT, 0, "C");
    expect(offsets.isRefused(0, HOLDERS)).to.equal(false);
    offsets.note("d", -WRONG, 0, "B");
    expect(offsets.isRefused(0, HOLDERS)).to.equal(true);
    offsets.note("b", RIGHT, 0);
    expect(offsets.isRefused(0, HOLDERS)).to.equal(false);
  });

  it("is sure while a named host answers, and for no longer than it knows the others' clocks", () => {
    offsets.note("a", WRONG, 0, "A");
    expect(offsets.isRefused(30 * SECOND_US, HOLDERS)).to.equal(true);
    expect(offsets.isRefused(31 * SECOND_US, HOLDERS)).to.equal(false);
    offsets.note("a", WRONG, 151 * SECOND_US);
    expect(offsets.isRefused(151 * SECOND_US, HOLDERS), "reaches no slot holder").to.equal(false);
  });

  it("is never sure by strangers: not without named hosts, nor by old statements of slot holders, nor by those of others", () => {
    const alone = new ClockOffsets();
    for (const holder of HOLDERS) alone.note(`host-${holder}`, WRONG, 0, holder);
    expect(alone.isRefused(0, HOLDERS)).to.equal(false);
    // The named host is wrong, the slot holders are right.
    for (const holder of HOLDERS) offsets.note(`host-${holder}`, RIGHT, 0, holder);
    offsets.note("a", WRONG, 0);
    for (const holder of HOLDERS) offsets.note(`relay-${holder}`, -WRONG, 1, holder);
    for (let index = 0; index < 1000; index += 1)
      offsets.note(`evil-${index}`, WRONG, 1, `invented-${index}`);
    expect(offsets.isRefused(1, HOLDERS)).to.equal(false);
  });
});
