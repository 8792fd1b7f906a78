import { canonicalJson } from "../codec/canonical-json.js";
import type { Value } from "../codec/value.js";

/** Bytes of canonical JSON of values together, as `Store.stateLength` counts those of cells. */
export function lengthOfCells(values: Iterable<Value>): number {
  let length = 0;
  for (const value of values) length += canonicalJson(value).length;
  return length;
}
