import { compareDecimals, parseDecimal, type Decimal } from "../codec/decimal.js";
import { isNumeric } from "../codec/loose-order.js";
import { valueToText } from "../codec/text.js";
import type { Value } from "../codec/value.js";
import { executionFailure } from "./failure.js";
import type { Run } from "./run.js";
import { COSTS } from "./work.js";

/** The decimal of an integer, a float or decimal text; null for everything else. */
export function toDecimal(value: Value): Decimal | null {
  if (typeof value === "bigint") return { units: value, scale: 0 };
  if (typeof value !== "string" && typeof value !== "number") return null;
  return parseDecimal(valueToText(value));
}

/**
 * A value as an operand (PROTOCOL 7): null for what is no number in any sense. What only other languages call a number
 * (`1e3`, ` 1`, a float that prints with an exponent) fails.
 */
export function toOperand(value: Value): Decimal | null {
  const decimal = toDecimal(value);
  return decimal === null && isNumeric(value) ? failNotDecimal(value) : decimal;
}

/** The order of two values that are both numbers, null when one is not. Fails like `toOperand`. */
export function compareOperands(left: Value, right: Value): -1 | 0 | 1 | null {
  const leftDecimal = toDecimal(left);
  const rightDecimal = toDecimal(right);
  if (leftDecimal !== null && rightDecimal !== null) return compareDecimals(leftDecimal, rightDecimal);
  if (isNumeric(left) && isNumeric(right)) failNotDecimal(leftDecimal === null ? left : right);
  return null;
}

/** At least the digits of an operand: integers have at most 19, and so has the text of a float. */
export function digitsOf(value: Value): number {
  return typeof value === "string" ? value.length : 19;
}

export function chargeDigits(run: Run, digits: number): void {
  run.charge(digits * COSTS.digit);
}

const SHOWN_LENGTH = 40;

/** What happens to a number that is not decimal text. */
export function failNotDecimal(value: Value): never {
  throw executionFailure(`'${valueToText(value).slice(0, SHOWN_LENGTH)}' is not decimal text. `);
}
