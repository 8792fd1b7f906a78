import { expect } from "chai";
import { floatToJson, floatToText } from "../../src/codec/float-text.js";
import { byteLength, valueToText } from "../../src/codec/text.js";

describe("valueToText (PROTOCOL 1.11)", () => {
  it("is empty for null and false, 1 for true, and a string itself", () => {
    expect(valueToText(null)).to.equal("");
    expect(valueToText(false)).to.equal("");
    expect(valueToText(true)).to.equal("1");
    expect(valueToText('é/"')).to.equal('é/"');
  });

  it("is canonical JSON for containers", () => {
    expect(valueToText(["é", 1n])).to.equal('["\\u00e9",1]');
    expect(valueToText(new Map([["a", false]]))).to.equal('{"a":false}');
    expect(valueToText([])).to.equal("[]");
  });
});

describe("floatToText (PROTOCOL 1.12)", () => {
  it("has at most 14 significant digits, exponential from 10^14 and below 10^-4", () => {
    const floats: [number, string][] = [
      [0.1 + 0.2, "0.3"],
      [99999999999999, "99999999999999"],
      [1e14, "1.0E+14"],
      [123456789012345680, "1.2345678901235E+17"],
      [1e25, "1.0E+25"],
      [0.0001, "0.0001"],
      [0.00001234, "1.234E-5"],
      [-2.5, "-2.5"],
      [-0, "-0"],
      [0, "0"],
    ];
    for (const [float, text] of floats) expect(floatToText(float), text).to.equal(text);
  });

  it("rounds ties to the even digit, which only a float whose expansion ends there has", () => {
    expect(floatToText(100000000000.125)).to.equal("100000000000.12");
    expect(floatToText(100000000000.375)).to.equal("100000000000.38");
    expect(floatToText(-100000000000.125)).to.equal("-100000000000.12");
    expect(floatToText(100000000000.126)).to.equal("100000000000.13");
  });

  it("differs from canonical JSON", () => {
    expect(floatToJson(0.1 + 0.2)).to.equal("0.30000000000000004");
    expect(floatToJson(1e14)).to.equal("100000000000000");
  });
});

describe("byteLength", () => {
  it("counts the bytes of UTF-8", () => {
    for (const text of ["", "abc", "é", "한", "😀", "a😀é한\u0000"])
      expect(byteLength(text), text).to.equal(Buffer.byteLength(text, "utf8"));
  });
});
