import { expect } from "chai";
import { keepAnswer, keptAnswer, MAX_KEPT_BYTES } from "../../src/explorer/data/kept-answers.js";

describe("what the explorer keeps of earlier pages", () => {
  it("takes no more than a number of bytes: the oldest goes first, and what is longer is not kept", () => {
    keepAnswer("a", new Map([["text", "x".repeat(1000)]]));
    expect(keptAnswer("a")).to.be.instanceOf(Map);
    for (let index = 0; index < 20; index += 1)
      keepAnswer(`long ${index}`, { text: "x".repeat(MAX_KEPT_BYTES / 20) });
    expect(keptAnswer("a")).to.equal(null);
    expect(keptAnswer("long 0")).to.equal(null);
    expect(keptAnswer("long 19")).not.to.equal(null);
    keepAnswer("too long", "x".repeat(MAX_KEPT_BYTES));
    expect(keptAnswer("too long")).to.equal(null);
  });
});
