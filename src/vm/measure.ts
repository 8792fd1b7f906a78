import { canonicalJson, stringToJsonLength } from "../codec/canonical-json.js";
import { MAX_JSON_DEPTH } from "../codec/parse-json.js";
import { byteLength, valueToText } from "../codec/text.js";
import { isContainer, isList, type Value } from "../codec/value.js";
import { executionFailure } from "./failure.js";

/** The bytes of `text(value)`. Fails for a value that nests deeper than JSON may (PROTOCOL 1). */
export function textLength(value: Value): number {
  return isContainer(value) ? jsonLength(value) : byteLength(valueToText(value));
}

/** The bytes of canonical JSON, counted without writing it. Fails like `textLength`. */
export function jsonLength(value: Value, depth = 0): number {
  if (typeof value === "string") return stringToJsonLength(value);
  if (!isContainer(value)) return canonicalJson(value).length;
  if (depth >= MAX_JSON_DEPTH) {
    throw executionFailure(`A value nests deeper than ${MAX_JSON_DEPTH} levels. `);
  }
  // The opening bracket, and after each member a comma or the closing bracket; the empty container is "[]".
  let length = 1;
  if (isList(value)) for (const member of value) length += jsonLength(member, depth + 1) + 1;
  else
    for (const [key, member] of value) {
      length += stringToJsonLength(key) + jsonLength(member, depth + 1) + 2;
    }
  return length === 1 ? 2 : length;
}
