import { expect } from "chai";
import { Hold } from "../../../src/peers/sync/hold.js";

const SECOND = 1_000_000;

describe("The wait for announced blocks (PROTOCOL 11.9)", () => {
  it("is over after five seconds without a block, and begins again with each one", () => {
    const hold = new Hold();
    hold.begin(100 * SECOND);
    expect([104, 105].map((second) => hold.isAllowed(second * SECOND))).to.deep.equal([true, false]);
    hold.noteGiven(106 * SECOND);
    expect([110, 111].map((second) => hold.isAllowed(second * SECOND))).to.deep.equal([true, false]);
  });

  it("counts the peers that gave nothing one after the other, for a minute", () => {
    const hold = new Hold();
    for (let second = 0; second < 3; second += 1) {
      hold.begin((200 + 10 * second) * SECOND);
      hold.end((202 + 10 * second) * SECOND);
    }
    hold.begin(230 * SECOND);
    expect(hold.isAllowed(230 * SECOND)).to.equal(false);
    hold.end(231 * SECOND);
    hold.begin(292 * SECOND);
    expect(hold.isAllowed(294 * SECOND)).to.equal(true);
  });
});
