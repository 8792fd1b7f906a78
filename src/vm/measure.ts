import { canonicalJson, stringToJsonLength } from "../codec/canonical-json.js";
import { MAX_JSON_DEPTH } from "../codec/json-reader.js";
import { isContainer, isList, type Value } from "../codec/value.js";
import { executionFailure } from "./failure.js";

/**
 * The bytes of canonical JSON, counted without writing it. A value can hold the same long text many times: the counting
 * ends soon after the limit, with what it came to. Fails for a value that nests deeper than JSON may (PROTOCOL 1).
 */
export function jsonLength(value: Value, limit: number): number {
  return measure(value, limit, 0);
}

function measure(value: Value, limit: number, depth: number): number {
  if (typeof value === "string") return stringToJsonLength(value);
  if (!isContainer(value)) return canonicalJson(value).length;
  if (depth >= MAX_JSON_DEPTH) throw executionFailure(`A value nests deeper than ${MAX_JSON_DEPTH} levels. `);
  // The opening bracket, and after each member a comma or the closing bracket; the empty container is "[]".
  let length = 1;
  if (isList(value)) {
    for (const member of value) {
      length += measure(member, limit - length, depth + 1) + 1;
      if (length > limit) return length;
    }
  } else {
    for (const [key, member] of value) {
      length += stringToJsonLength(key) + 2;
      length += measure(member, limit - length, depth + 1);
      if (length > limit) return length;
    }
  }
  return length === 1 ? 2 : length;
}
