import { expect } from "chai";
import { lowMiddleHigh } from "../../src/explorer/format/spread.js";

describe("the spread of fees in the explorer", () => {
  it("is the lowest, the median and the highest one, however large", () => {
    expect(lowMiddleHigh([10n ** 30n, 2n, 10n, 9n])).to.deep.equal({ low: 2n, middle: 9n, high: 10n ** 30n });
    expect(lowMiddleHigh([5n])).to.deep.equal({ low: 5n, middle: 5n, high: 5n });
  });
});
