import { isContainer, sizeOf, type Value } from "../codec/value.js";

const LEADING_NUMBER = /^[ \t\n\r\v\f]*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)/;

/**
 * The integer that a value of any type counts as where one is needed (a scale, a page): a text's leading number, a
 * float's whole part, 1 for true and for a container with members, else 0. What no float holds counts as 0 too.
 */
export function toLooseInteger(value: Value): number {
  if (isContainer(value)) return sizeOf(value) > 0 ? 1 : 0;
  const number = Number(typeof value === "string" ? (LEADING_NUMBER.exec(value)?.[1] ?? 0) : value);
  // Adding 0 turns −0 into 0.
  return Number.isFinite(number) ? Math.trunc(number) + 0 : 0;
}
