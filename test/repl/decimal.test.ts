import { expect } from "chai";
import { createDecimal } from "../../src/repl/globals.js";
import { printResult } from "../../src/repl/print/print-result.js";
import { toValue } from "../../src/repl/to-value.js";

describe("decimal at the prompt (PROTOCOL 7.18, 7.19)", () => {
  const Decimal = createDecimal();

  it("adds, subtracts and multiplies without losing a digit", () => {
    expect(Decimal.add("0.1", "0.2").toString()).to.equal("0.3");
    expect(new Decimal("1").sub("0.000000000000000001").toString()).to.equal("0.999999999999999999");
    const greatest = 2n ** 256n - 1n;
    expect(new Decimal(greatest).mul(greatest).toString()).to.equal((greatest * greatest).toString());
  });

  it("truncates quotients", () => {
    expect(new Decimal(2).div(3).toDP(18).toString()).to.equal(`0.${"6".repeat(18)}`);
    expect(new Decimal(-2).div(3).toString()).to.equal(`-0.${"6".repeat(200)}`);
  });

  it("is the decimal text of the protocol as a value, and is shown like that", () => {
    const small = new Decimal("0.0000000000000000015");
    expect(toValue({ small })).to.deep.equal(new Map([["small", "0.0000000000000000015"]]));
    expect(printResult(small, { width: 80, hasColour: false })).to.equal("0.0000000000000000015\n");
    expect(toValue(new Decimal(10n ** 60n))).to.equal((10n ** 60n).toString());
    expect(toValue(new Decimal("-0"))).to.equal("0");
  });

  it("is no value when it is not a finite number", () => {
    for (const number of [new Decimal(1).div(0), new Decimal(NaN)]) {
      expect(() => toValue(number))
        .to.throw()
        .with.property("code", "CONSOLE_VALUE");
    }
  });
});
