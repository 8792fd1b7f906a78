import { compareDecimals, parseDecimal, type Decimal } from "../codec/decimal.js";
import { isNumeric } from "../codec/loose-order.js";
import { valueToText } from "../codec/text.js";
import type { Value } from "../codec/value.js";
import { executionFailure } from "./failure.js";
import type { Run } from "./run.js";
import { COSTS } from "./work.js";

/** Converts an integer, a float or decimal text (PROTOCOL 7.18); null for everything else. */
export function toDecimal(value: Value): Decimal | null {
  if (typeof value === "bigint") return { units: value, scale: 0 };
  if (typeof value !== "string" && typeof value !== "number") return null;
  return parseDecimal(valueToText(value));
}

/**
 * Converts a value to an operand, null when it is not numeric. Throws `EXECUTION_FAILED` for a number that is not
 * decimal text, such as `1e3`, ` 1` or a float that prints with an exponent (PROTOCOL 7.18).
 */
export function toOperand(value: Value): Decimal | null {
  const decimal = toDecimal(value);
  return decimal === null && isNumeric(value) ? failNotDecimal(value) : decimal;
}

/** Compares two numbers (PROTOCOL 7.20); null when either value is not a number. Throws like `toOperand`. */
export function compareOperands(left: Value, right: Value): -1 | 0 | 1 | null {
  const leftDecimal = toDecimal(left);
  const rightDecimal = toDecimal(right);
  if (leftDecimal !== null && rightDecimal !== null) return compareDecimals(leftDecimal, rightDecimal);
  if (isNumeric(left) && isNumeric(right)) failNotDecimal(leftDecimal === null ? left : right);
  return null;
}

/** An upper bound of an operand's digits: an integer and the text of a float have at most 19. */
export function digitsOf(value: Value): number {
  return typeof value === "string" ? value.length : 19;
}

export function chargeDigits(run: Run, digits: number): void {
  run.charge(digits * COSTS.digit);
}

const SHOWN_LENGTH = 40;

/** Throws `EXECUTION_FAILED` for a number that is not decimal text. */
export function failNotDecimal(value: Value): never {
  throw executionFailure(`'${valueToText(value).slice(0, SHOWN_LENGTH)}' is not decimal text. `);
}
