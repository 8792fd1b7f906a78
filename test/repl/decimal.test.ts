import { expect } from "chai";
import { DecimalNumber } from "../../src/repl/objects/decimal.js";
import { printResult } from "../../src/repl/print/print-result.js";
import { toValue } from "../../src/repl/to-value.js";

const decimal = (operand: string | number | bigint): DecimalNumber => new DecimalNumber(operand);

describe("decimal at the prompt (PROTOCOL 7)", () => {
  it("adds, subtracts and multiplies without losing a digit", () => {
    expect(decimal("0.1").add("0.2").toString()).to.equal("0.3");
    expect(decimal("1").sub("0.000000000000000001").toString()).to.equal("0.999999999999999999");
    expect(decimal("1.5").mul("1.5").toString()).to.equal("2.25");
    expect(
      decimal(2n ** 200n)
        .add(1)
        .toString(),
    ).to.equal((2n ** 200n + 1n).toString());
  });

  it("truncates when a scale is given, and quotients at 18 digits", () => {
    expect(decimal("2").div("3").toString()).to.equal("0.666666666666666666");
    expect(decimal("-2").div(3, 2).toString()).to.equal("-0.66");
    expect(decimal("1.29").mul("1", 1).toString()).to.equal("1.2");
  });

  it("compares by value, whatever the scale", () => {
    expect(decimal("1.0").cmp("1")).to.equal(0);
    expect(decimal("1").cmp("1.0000000000000000001")).to.equal(-1);
  });

  it("converts to decimal text as a value, and is shown as that", () => {
    expect(toValue({ amount: decimal("1.50") })).to.deep.equal(new Map([["amount", "1.50"]]));
    expect(printResult(decimal("1.50"), { width: 80, hasColour: false })).to.equal("1.50\n");
  });

  it("refuses inexact numbers, and division by zero", () => {
    for (const operand of ["", "x", "1e3", 0.1, 2 ** 60]) {
      expect(() => decimal(operand), String(operand))
        .to.throw()
        .with.property("code", "DECIMAL");
    }
    expect(() => decimal(1).div("0.0"))
      .to.throw()
      .with.property("code", "DECIMAL_DIVISION");
  });
});
