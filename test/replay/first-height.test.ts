import { expect } from "chai";
import { firstHeight } from "../../src/replay/first-height.js";

describe("The first height that meets a condition", () => {
  it("is found at every position", async () => {
    for (let reached = 1; reached <= 9; reached += 1)
      expect(await firstHeight(1, 9, async (height) => height >= reached)).to.equal(reached);
    expect(await firstHeight(1, 9, async () => false)).to.equal(9);
  });
});
