import { expect } from "chai";
import { Decimal as Reference } from "decimal.js";
import {
  addDecimals,
  compareDecimals,
  decimalToText,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  ZERO,
  type Decimal,
} from "../../src/codec/decimal.js";
import { valueToText } from "../../src/codec/text.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import { listIn, mapIn, readVector } from "../support/vectors.js";

const RECORDING = mapIn(readVector("math.json"));

type Operation = (left: Decimal, right: Decimal, scale: number) => Decimal | null;

const ARITHMETIC: Readonly<Record<string, Operation>> = {
  add: addDecimals,
  sub: subtractDecimals,
  mul: multiplyDecimals,
  div: divideDecimals,
};

const COMPARISON: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  lt: (order) => order < 0,
  gte: (order) => order >= 0,
  lte: (order) => order <= 0,
};

/** The recorded functions use the text of any value, and read the empty text as 0. */
function operand(value: Value | undefined): Decimal | null {
  const text = valueToText(value ?? null);
  return text === "" ? ZERO : parseDecimal(text);
}

function expectResult(
  entry: ValueMap,
  name: string,
  scaleOf: (left: Decimal, right: Decimal) => number,
): void {
  const recorded = mapIn(entry.get(name));
  const left = operand(entry.get("a"));
  const right = operand(entry.get("b"));
  // The recorded division checks for a zero divisor before it reads the dividend.
  if (name === "div" && right?.units === 0n) {
    expect(divideDecimals(left ?? ZERO, right, 0)).to.equal(recorded.get("result"));
    return;
  }
  if (left === null || right === null) {
    expect(recorded.get("fails"), `${name} fails`).to.equal(true);
    return;
  }
  const compare = COMPARISON[name];
  const result = ARITHMETIC[name]?.(left, right, scaleOf(left, right)) ?? null;
  const actual =
    compare === undefined
      ? result === null
        ? null
        : decimalToText(result)
      : compare(compareDecimals(left, right));
  expect(actual, name).to.equal(recorded.get("result"));
}

describe("Decimals of two numbers (PROTOCOL 7.18, 7.19; math.json, binary)", () => {
  for (const entry of listIn(RECORDING.get("binary")).map(mapIn)) {
    it(`${JSON.stringify(valueToText(entry.get("a") ?? null))} and ${JSON.stringify(valueToText(entry.get("b") ?? null))}`, () => {
      for (const name of [...Object.keys(ARITHMETIC), ...Object.keys(COMPARISON)]) {
        expectResult(entry, name, (left, right) => Math.max(left.scale, right.scale));
      }
    });
  }
});

describe("Decimals at a given scale (math.json, scaled)", () => {
  for (const entry of listIn(RECORDING.get("scaled")).map(mapIn)) {
    const [a, b, scale] = ["a", "b", "scale"].map((name) => valueToText(entry.get(name) ?? null));
    it(`${a} and ${b} at ${scale}`, () => {
      for (const name of Object.keys(ARITHMETIC)) expectResult(entry, name, () => Number(scale));
    });
  }
});

describe("The scale of decimal text (math.json, unary)", () => {
  for (const entry of listIn(RECORDING.get("unary")).map(mapIn)) {
    if (!entry.has("scale")) continue;
    it(JSON.stringify(valueToText(entry.get("a") ?? null)), () => {
      expect(operand(entry.get("a"))?.scale ?? 0).to.equal(Number(mapIn(entry.get("scale")).get("result")));
    });
  }
});

describe("Decimals and decimal.js", () => {
  it("agree on truncated results of long numbers", () => {
    const Exact = Reference.clone({ precision: 400, rounding: Reference.ROUND_DOWN });
    const left = `-${"8675309".repeat(20)}.${"0123456789".repeat(5)}`;
    const right = `${"31415926".repeat(10)}.000${"27182818".repeat(4)}`;
    const [a, b] = [parseDecimal(left) ?? ZERO, parseDecimal(right) ?? ZERO];
    const fixed = (value: Reference): string => value.toFixed(10, Reference.ROUND_DOWN);
    expect(decimalToText(addDecimals(a, b, 10))).to.equal(fixed(new Exact(left).add(right)));
    expect(decimalToText(subtractDecimals(a, b, 10))).to.equal(fixed(new Exact(left).sub(right)));
    expect(decimalToText(multiplyDecimals(a, b, 10))).to.equal(fixed(new Exact(left).mul(right)));
    expect(decimalToText(divideDecimals(a, b, 10) ?? ZERO)).to.equal(fixed(new Exact(left).div(right)));
  });
});
