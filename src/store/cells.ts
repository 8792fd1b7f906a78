import { canonicalJson } from "../codec/canonical-json.js";
import type { Value } from "../codec/value.js";

/** Bytes of canonical JSON of values together, as `Store.stateLength` counts those of cells. */
export function lengthOfCells(values: Iterable<Value>): number {
  let length = 0;
  for (const value of values) length += canonicalJson(value).length;
  return length;
}

/** Sets cells to other values, by padded key; null makes a cell absent. */
export function setCells(cells: Map<string, Value>, values: ReadonlyMap<string, Value>): Map<string, Value> {
  for (const [cell, value] of values) {
    if (value === null) cells.delete(cell);
    else cells.set(cell, value);
  }
  return cells;
}
