import { canonicalJson, stringToJsonLength } from "../codec/canonical-json.js";
import { MAX_JSON_DEPTH } from "../codec/json-reader.js";
import { isContainer, isList, type Value } from "../codec/value.js";
import { executionFailed } from "./errors.js";

/**
 * Returns the length of a value's canonical JSON in bytes without building the text. A value can hold the same long
 * text many times, so counting stops soon after `limit` and returns the length so far. Throws `EXECUTION_FAILED` for a
 * value that nests deeper than JSON may (PROTOCOL 1.7).
 */
export function jsonLength(value: Value, limit: number, seen: SeenContainers = { containers: 0 }): number {
  return measure(value, { limit, depth: 0, seen });
}

/** Receives the number of lists and maps in a value, up to where counting stopped. */
export interface SeenContainers {
  containers: number;
}

interface Measuring {
  readonly limit: number;
  readonly depth: number;
  readonly seen: SeenContainers;
}

function measure(value: Value, { limit, depth, seen }: Measuring): number {
  if (typeof value === "string") return stringToJsonLength(value);
  if (!isContainer(value)) return canonicalJson(value).length;
  if (depth >= MAX_JSON_DEPTH)
    throw executionFailed({ message: `A value nests deeper than ${MAX_JSON_DEPTH} levels. ` });
  seen.containers += 1;
  // One for the opening bracket and, for each member, one for the comma or closing bracket after it.
  let length = 1;
  const lengthOf = (member: Value): number =>
    measure(member, { limit: limit - length, depth: depth + 1, seen });
  if (isList(value)) {
    for (const member of value) {
      length += lengthOf(member) + 1;
      if (length > limit) return length;
    }
  } else {
    for (const [key, member] of value) {
      length += stringToJsonLength(key) + 2;
      length += lengthOf(member);
      if (length > limit) return length;
    }
  }
  return length === 1 ? 2 : length;
}
