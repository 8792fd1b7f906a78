import { compareDecimals, parseDecimal, type Decimal } from "../codec/decimal.js";
import { isNumeric } from "../codec/loose-order.js";
import { valueToText } from "../codec/text.js";
import { type Value, isContainer, sizeOf } from "../codec/value.js";
import { executionFailed } from "./errors.js";
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
  throw executionFailed({ message: `'${valueToText(value).slice(0, SHOWN_LENGTH)}' is not decimal text. ` });
}

const LEADING_NUMBER = /^[ \t\n\r\v\f]*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)/;

/**
 * Converts any value to an integer where an operator needs one, such as a scale or a page: a text's leading number, a
 * float's whole part, 1 for true and for a container with members, else 0. A number too large for a float is 0
 * (PROTOCOL 7.41).
 */
export function toLooseInteger(value: Value): number {
  if (isContainer(value)) return sizeOf(value) > 0 ? 1 : 0;
  const number = Number(typeof value === "string" ? (LEADING_NUMBER.exec(value)?.[1] ?? 0) : value);
  // Adding 0 turns −0 into 0.
  return Number.isFinite(number) ? Math.trunc(number) + 0 : 0;
}
