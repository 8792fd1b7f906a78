/**
 * Comparison of values (PROTOCOL 7.20, 7.21): as decimals when both are numeric, else by identity (`$eq`) or by PHP 8's
 * loose rules (`$gt` … `$lte`, `$in`, the `cases` of a parameter).
 */
import { compareDecimals, decimal, isNumeric } from "./decimal.js";
import { text } from "./text.js";
import { entries, isContainer, isMap, type Dictionary, type List, type Value } from "./value.js";

/** `$eq`: two numeric values compare as decimals, all others by identity, type and key order included. */
export function equals(left: Value, right: Value): boolean {
  if (isNumeric(left) && isNumeric(right)) return compareDecimals(decimal(left), decimal(right)) === 0;
  return identical(left, right);
}

/** `$lt`. `$gt` calls it with the operands exchanged, as PHP does, which matters when neither is smaller. */
export function isLess(left: Value, right: Value): boolean {
  if (isNumeric(left) && isNumeric(right)) return compareDecimals(decimal(left), decimal(right)) < 0;
  return looseOrder(left, right) < 0;
}

/** `$lte`. `$gte` calls it with the operands exchanged. */
export function isLessOrEqual(left: Value, right: Value): boolean {
  if (isNumeric(left) && isNumeric(right)) return compareDecimals(decimal(left), decimal(right)) <= 0;
  return looseOrder(left, right) <= 0;
}

/** Loose equality, for `$in` and `cases`. It does not use decimals: "1e1" equals "10". */
export function looselyEqual(left: Value, right: Value): boolean {
  return looseOrder(left, right) === 0;
}

/** Loosely greater: compares a length with `maxlength`, which may be numeric text. */
export function looselyGreater(left: Value, right: Value): boolean {
  return looseOrder(right, left) < 0;
}

function identical(left: Value, right: Value): boolean {
  if (!isContainer(left) || !isContainer(right)) return left === right;
  const ours = entries(left);
  const theirs = entries(right);
  return (
    isMap(left) === isMap(right) &&
    ours.length === theirs.length &&
    ours.every(([key, value], index) => {
      const [otherKey, other = null] = theirs[index] ?? [];
      return key === otherKey && identical(value, other);
    })
  );
}

/** PHP 8's `<=>`: -1, 0 or 1. Two maps that cannot be compared give 1 in both directions. */
function looseOrder(left: Value, right: Value): number {
  // null and text compare as texts; null is the empty text.
  if (left === null && typeof right === "string") return right === "" ? 0 : -1;
  if (typeof left === "string" && right === null) return left === "" ? 0 : 1;
  // With a boolean or null, both sides are converted to booleans.
  if (left === null || right === null || typeof left === "boolean" || typeof right === "boolean") {
    return Number(truth(left)) - Number(truth(right));
  }
  if (isContainer(left)) return isContainer(right) ? orderContainers(left, right) : 1;
  if (isContainer(right)) return -1;
  if (typeof left === "string" && typeof right === "string") return orderTexts(left, right);
  if (typeof left === "string") return -orderNumberAndText(right as bigint | number, left);
  if (typeof right === "string") return orderNumberAndText(left, right);
  return orderNumbers(left, right);
}

function truth(value: Value): boolean {
  if (isContainer(value)) return entries(value).length > 0;
  return value !== null && value !== false && value !== 0n && value !== 0 && value !== "" && value !== "0";
}

/** Two integers exactly; as soon as one is a float, both as floats. */
function orderNumbers(left: bigint | number, right: bigint | number): number {
  const [a, b] =
    typeof left === "bigint" && typeof right === "bigint" ? [left, right] : [Number(left), Number(right)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A number and a text: as numbers when the text is numeric, else as texts. */
function orderNumberAndText(number: bigint | number, string: string): number {
  return isNumeric(string)
    ? orderNumbers(number, readNumeric(string).value)
    : orderBytes(text(number), string);
}

/** Two texts: as numbers when both are numeric, else byte by byte. */
function orderTexts(left: string, right: string): number {
  if (!isNumeric(left) || !isNumeric(right)) return orderBytes(left, right);
  const a = readNumeric(left);
  const b = readNumeric(right);
  if (typeof a.value === "number" && typeof b.value === "number") {
    // Two integers too large for 64 bits that are the same float, and two infinities, compare as texts.
    const same = a.value === b.value;
    const tooLarge = (a.overflow && b.overflow) || !Number.isFinite(a.value);
    if (same && tooLarge) return orderBytes(left, right);
  }
  // An integer is below every integer that is too large for 64 bits, even where both are the same float.
  if (typeof a.value === "bigint" && b.overflow) return Number(b.value) > 0 ? -1 : 1;
  if (typeof b.value === "bigint" && a.overflow) return Number(a.value) > 0 ? 1 : -1;
  return orderNumbers(a.value, b.value);
}

/**
 * Parses numeric text: an integer, or a float when it has a point or an exponent or exceeds 64 bits (`overflow`).
 */
function readNumeric(string: string): { value: bigint | number; overflow: boolean } {
  const digits = string.replace(/[ \t\n\r\v\f]+/g, "");
  if (!/^[+-]?[0-9]+$/.test(digits)) return { value: Number(digits), overflow: false };
  const integer = BigInt(digits.replace(/^\+/, ""));
  if (BigInt.asIntN(64, integer) === integer) return { value: integer, overflow: false };
  return { value: Number(digits), overflow: true };
}

function orderBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, "utf8"), Buffer.from(right, "utf8"));
}

/** The container with fewer members is smaller. Otherwise compares member by member until the other lacks a key. */
function orderContainers(left: List | Dictionary, right: List | Dictionary): number {
  const ours = entries(left);
  const theirs = new Map(entries(right));
  if (ours.length !== theirs.size) return ours.length < theirs.size ? -1 : 1;
  for (const [key, value] of ours) {
    const other = theirs.get(key);
    if (other === undefined) return 1;
    const order = looseOrder(value, other);
    if (order !== 0) return order;
  }
  return 0;
}
