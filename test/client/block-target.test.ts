import { expect } from "chai";
import { readBlockTarget } from "../../src/client/block-target.js";

describe("The block that a user names", () => {
  it("is a height, a blockhash, or the latest", () => {
    const hash = "06".repeat(39);
    expect([7, 7n, "7", hash, "latest", undefined].map(readBlockTarget)).to.deep.equal([
      7,
      7,
      7,
      hash,
      undefined,
      undefined,
    ]);
  });

  it("is refused in any other form", () => {
    for (const given of [
      "newest",
      "",
      "-1",
      -1,
      1.5,
      Number.NaN,
      "0".repeat(77),
      null,
      {},
      true,
      "9".repeat(16),
    ])
      expect(() => readBlockTarget(given), typeof given)
        .to.throw()
        .with.property("code", "BLOCK_TARGET");
  });
});
