import { isContainer, sizeOf, type Value } from "../codec/value.js";

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
