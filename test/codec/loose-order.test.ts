import { expect } from "chai";
import {
  compareBytes,
  compareLoosely,
  isLooselyEqual,
  isNumericText,
  isTruthy,
} from "../../src/codec/loose-order.js";
import { parseJson } from "../../src/codec/parse-json.js";

/** PHP 8's table of comparisons between unlike types. */
const ORDERS: readonly (readonly [left: string, right: string, order: -1 | 0 | 1])[] = [
  ["null", "false", 0],
  ["null", '""', 0],
  ["null", '"0"', -1],
  ["null", "-1", -1],
  ["true", '"a"', 0],
  ["true", '"0"', 1],
  ["false", "[]", 0],
  ["1", '"01"', 0],
  ["1", '" 1 "', 0],
  ["0", '"abc"', -1],
  ["1", '"1abc"', -1],
  ["1.5", '"1.5"', 0],
  ["9007199254740993", "9007199254740992.0", 0],
  ['"10"', '"9a"', -1],
  ['"1e1"', '"10"', 0],
  ['"99999999999999999998"', '"99999999999999999999"', -1],
  ['"1e999"', '"2e999"', -1],
  ["[]", "5", 1],
  ["[1,2]", "[3]", 1],
  ["[1]", '["1"]', 0],
  ['{"a":1}', '{"b":1}', 1],
  ['{"b":1}', '{"a":1}', 1],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', 0],
];

describe("The loose order (PROTOCOL 7.21)", () => {
  for (const [left, right, order] of ORDERS) {
    it(`puts ${left} ${["below", "level with", "above"][order + 1]} ${right}`, () => {
      expect(compareLoosely(parseJson(left), parseJson(right))).to.equal(order);
      expect(isLooselyEqual(parseJson(left), parseJson(right))).to.equal(order === 0);
    });
  }

  it("compares text by its UTF-8 bytes, in which characters beyond U+FFFF are the greatest", () => {
    expect(compareBytes("\u{1f600}", "\uffee")).to.equal(1);
    expect(compareBytes("a", "ab")).to.equal(-1);
  });

  it("distinguishes numeric text from other text", () => {
    for (const text of ["1", " 1", "1 ", "+.5", "1.", "1e5", "-0"])
      expect(isNumericText(text), text).to.equal(true);
    for (const text of ["", ".", "-", "0x1A", "1e", "1 2", "abc"])
      expect(isNumericText(text), text).to.equal(false);
  });

  it('counts null, false, zeros, the texts "" and "0", and the empty container as false', () => {
    for (const json of ["null", "false", "0", "0.0", "-0", '""', '"0"', "[]"]) {
      expect(isTruthy(parseJson(json)), json).to.equal(false);
    }
    for (const json of ["true", "1", "0.1", '"00"', '" "', "[0]"])
      expect(isTruthy(parseJson(json)), json).to.equal(true);
  });
});
