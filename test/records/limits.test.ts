import { expect } from "chai";
import { isConsensus } from "../../src/records/limits.js";

describe("consensus share (PROTOCOL 4.3)", () => {
  it("is strictly more than 0.6 of the slots", () => {
    const fewest = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((slots) => {
      let votes = 0;
      while (!isConsensus(votes, slots)) votes += 1;
      return votes;
    });
    expect(fewest).to.deep.equal([1, 2, 2, 3, 4, 4, 5, 5, 6]);
    expect(isConsensus(0, 0)).to.equal(false);
  });
});
