import { expect } from "chai";
import { ClockOffsets, leastOffset } from "../../../src/peers/tracking/clock-offsets.js";

const SECOND_US = 1_000_000;

describe("The difference between the clocks of a node and its peers (PROTOCOL 12.2)", () => {
  it("is unknown before a peer has answered", () => {
    expect(new ClockOffsets().median(0)).to.equal(null);
  });

  it("is the median, so that a minority of wrong clocks changes nothing", () => {
    const offsets = new ClockOffsets();
    for (const [host, us] of [
      ["a", -30 * SECOND_US],
      ["b", 1000],
      ["c", -2000],
      ["d", 3_600 * SECOND_US],
      ["e", 0],
    ] as const)
      offsets.note(host, us, 0);
    expect(offsets.median(0)).to.deep.equal({ offsetUs: 0, hosts: 5 });
  });

  it("counts the last answer of each host", () => {
    const offsets = new ClockOffsets();
    offsets.note("a", 30 * SECOND_US, 0);
    offsets.note("a", 1, 1);
    expect(offsets.median(1)).to.deep.equal({ offsetUs: 1, hosts: 1 });
  });

  it("of some hosts is their median, however many others there are", () => {
    const offsets = new ClockOffsets();
    for (let stranger = 0; stranger < 20; stranger += 1)
      offsets.note(`stranger-${stranger}`, 60 * SECOND_US, 0);
    offsets.note("named", 5, 0);
    expect(offsets.median(0, new Set(["named", "silent"]))).to.deep.equal({ offsetUs: 5, hosts: 1 });
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
