import { expect } from "chai";
import { amountToUnits } from "../../../src/cli/input/amount.js";
import { unitsToAmount } from "../../../src/codec/coins.js";

const coins = { raw: false };
const units = { raw: true };

describe("amounts on the command line", () => {
  it("are coins of 10^18 units, exact to the last digit", () => {
    expect(amountToUnits("1.5", coins)).to.equal("1500000000000000000");
    expect(amountToUnits("0.000000000000000001", coins)).to.equal("1");
    expect(amountToUnits("123456789012345678901234567890", coins)).to.equal(
      `123456789012345678901234567890${"0".repeat(18)}`,
    );
    expect(amountToUnits(".5", coins)).to.equal("500000000000000000");
  });

  it("are units with --raw", () => {
    expect(amountToUnits("15", units)).to.equal("15");
    expect(() => amountToUnits("1.5", units)).to.throw("Invalid amount");
  });

  it("are never rounded: a nineteenth digit is refused", () => {
    expect(() => amountToUnits("0.0000000000000000001", coins)).to.throw("Invalid amount");
  });

  for (const text of ["", "1e18", "1,5", " 1", "0x10", "one", "+1", "."]) {
    it(`cannot be written ${JSON.stringify(text)}`, () => {
      expect(() => amountToUnits(text, coins)).to.throw("Invalid amount");
    });
  }

  it("are shown without trailing zeros", () => {
    expect(unitsToAmount("1500000000000000000")).to.equal("1.5");
    expect(unitsToAmount("1")).to.equal("0.000000000000000001");
    expect(unitsToAmount("100000000000000000000")).to.equal("100");
    expect(unitsToAmount("0")).to.equal("0");
    expect(unitsToAmount("-2500000000000000000")).to.equal("-2.5");
  });
});
