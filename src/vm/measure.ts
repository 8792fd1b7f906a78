import { canonicalJson, stringToJsonLength } from "../codec/canonical-json.js";
import { MAX_JSON_DEPTH } from "../codec/json-reader.js";
import { byteLength, valueToText } from "../codec/text.js";
import { isContainer, isList, type Value } from "../codec/value.js";
import { MAX_BLOCK_SIZE } from "../records/limits.js";
import { executionFailure, limitFailure } from "./failure.js";

/** The bytes of `text(value)`. Fails like `jsonLength`. */
export function textLength(value: Value): number {
  return isContainer(value) ? jsonLength(value) : byteLength(valueToText(value));
}

/**
 * The bytes of canonical JSON, counted without writing it. Fails for a value that nests deeper than JSON may
 * (PROTOCOL 1), and as soon as the length exceeds the limit: a value can hold the same long text many times.
 */
export function jsonLength(value: Value, limit = MAX_BLOCK_SIZE): number {
  return measure(value, limit, 0);
}

function measure(value: Value, limit: number, depth: number): number {
  if (typeof value === "string") return stringToJsonLength(value);
  if (!isContainer(value)) return canonicalJson(value).length;
  if (depth >= MAX_JSON_DEPTH) throw executionFailure(`A value nests deeper than ${MAX_JSON_DEPTH} levels. `);
  // The opening bracket, and after each member a comma or the closing bracket; the empty container is "[]".
  let length = 1;
  if (isList(value)) {
    for (const member of value) length = within(length + measure(member, limit, depth + 1) + 1, limit);
  } else {
    for (const [key, member] of value) {
      length = within(length + stringToJsonLength(key) + measure(member, limit, depth + 1) + 2, limit);
    }
  }
  return length === 1 ? 2 : length;
}

function within(length: number, limit: number): number {
  if (length > limit) throw limitFailure("Too long processing. ");
  return length;
}
