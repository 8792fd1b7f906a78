import { floatToText } from "./float-text.js";
import {
  entriesOf,
  isContainer,
  memberOf,
  sizeOf,
  type Value,
  type ValueList,
  type ValueMap,
} from "./value.js";

/**
 * The loose order of unlike values (PROTOCOL 7.21): what `$gt`…`$lte` fall back on, and the equality of `$in` and of a
 * parameter's `cases`. It is that of PHP 8: numeric strings compare as numbers, everything compares with booleans as a
 * boolean, a container is greater than any scalar.
 */

const NUMERIC_TEXT =
  /^[ \t\n\r\v\f]*([+-]?(?:[0-9]+(\.[0-9]*)?|(\.[0-9]+))([eE][+-]?[0-9]+)?)[ \t\n\r\v\f]*$/;
const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;

type Order = -1 | 0 | 1;

/** Whether a text is a number in the loose sense: spaces around it and an exponent are allowed. */
export function isNumericText(text: string): boolean {
  return NUMERIC_TEXT.test(text);
}

export function isNumeric(value: Value): boolean {
  return (
    typeof value === "bigint" ||
    typeof value === "number" ||
    (typeof value === "string" && isNumericText(value))
  );
}

export function isLooselyEqual(left: Value, right: Value): boolean {
  return compareLoosely(left, right) === 0;
}

/** Whether a value counts as true: all but null, false, 0, 0.0, "", "0" and the empty container. */
export function isTruthy(value: Value): boolean {
  if (isContainer(value)) return sizeOf(value) > 0;
  // BigInt zero, float zero, "", null and false are falsy in JavaScript too; "0" is not.
  return value !== "0" && Boolean(value);
}

/**
 * Negative, zero or positive as left is less than, equal to or greater than right. Containers with different keys are
 * not comparable: the result is 1 in both directions, so ask "a > b" as "b < a".
 */
export function compareLoosely(left: Value, right: Value): Order {
  if (typeof left === "string" && typeof right === "string") return compareStrings(left, right);
  if (left === null && typeof right === "string") return right === "" ? 0 : -1;
  if (typeof left === "string" && right === null) return left === "" ? 0 : 1;
  if (left === null || right === null || typeof left === "boolean" || typeof right === "boolean") {
    return order(Number(isTruthy(left)), Number(isTruthy(right)));
  }
  if (isContainer(left)) return isContainer(right) ? compareContainers(left, right) : 1;
  if (isContainer(right)) return -1;
  if (typeof left === "string") return flip(compareNumberToString(right as bigint | number, left));
  if (typeof right === "string") return compareNumberToString(left, right);
  return compareNumbers(left, right);
}

/** Negative, zero or positive by the order of the texts' UTF-8 bytes. */
export function compareBytes(left: string, right: string): Order {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    // UTF-16 puts surrogates, which stand for code points above U+FFFF, below U+E000; UTF-8 does not.
    return order(a >= 0xd800 && a <= 0xdfff ? a + 0x10000 : a, b >= 0xd800 && b <= 0xdfff ? b + 0x10000 : b);
  }
  return order(left.length, right.length);
}

function compareContainers(left: ValueList | ValueMap, right: ValueList | ValueMap): Order {
  if (sizeOf(left) !== sizeOf(right)) return order(sizeOf(left), sizeOf(right));
  for (const [key, member] of entriesOf(left)) {
    const other = memberOf(right, key);
    if (other === undefined) return 1;
    const result = compareLoosely(member, other);
    if (result !== 0) return result;
  }
  return 0;
}

function compareStrings(left: string, right: string): Order {
  const a = textToNumber(left);
  const b = a === null ? null : textToNumber(right);
  if (a === null || b === null) return compareBytes(left, right);
  const x = Number(a);
  const y = Number(b);
  // Integers beyond 64 bits that are the same float, and numbers beyond the range of floats, compare as texts.
  if (x === y && ((isBeyondInteger(a) && isBeyondInteger(b)) || !Number.isFinite(x)))
    return compareBytes(left, right);
  return typeof a === "bigint" && typeof b === "bigint" ? order(a, b) : order(x, y);
}

function compareNumberToString(number: bigint | number, text: string): Order {
  const other = textToNumber(text);
  if (other !== null) return compareNumbers(number, isBeyondInteger(other) ? Number(other) : other);
  return compareBytes(typeof number === "bigint" ? number.toString() : floatToText(number), text);
}

function compareNumbers(left: bigint | number, right: bigint | number): Order {
  return typeof left === "bigint" && typeof right === "bigint"
    ? order(left, right)
    : order(Number(left), Number(right));
}

/** The number of a numeric text: a bigint for an integer, of any size. */
function textToNumber(text: string): bigint | number | null {
  const match = NUMERIC_TEXT.exec(text);
  if (match === null) return null;
  const [, number = "", fraction, onlyFraction, exponent] = match;
  const isInteger = fraction === undefined && onlyFraction === undefined && exponent === undefined;
  return isInteger ? BigInt(number.replace("+", "")) : Number(number);
}

function isBeyondInteger(number: bigint | number): boolean {
  return typeof number === "bigint" && (number < MIN_INTEGER || number > MAX_INTEGER);
}

function order(left: bigint | number, right: bigint | number): Order {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function flip(result: Order): Order {
  if (result === 0) return 0;
  return result === 1 ? -1 : 1;
}
