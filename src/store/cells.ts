import { canonicalJson } from "../codec/canonical-json.js";
import { padStateKey } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import type { PageRequest } from "./store.js";

/** Bytes of canonical JSON of values together, as `Store.stateLength` counts those of cells. */
export function lengthOfCells(values: Iterable<Value>): number {
  let length = 0;
  for (const value of values) length += canonicalJson(value).length;
  return length;
}

/** Each cell once, at the place and in the spelling of its last write. */
export function lastWrites<Write extends { readonly key: string }>(all: Iterable<Write>): readonly Write[] {
  const writes = new Map<string, Write>();
  for (const write of all) {
    const cell = padStateKey(write.key);
    writes.delete(cell);
    writes.set(cell, write);
  }
  return [...writes.values()];
}

/** The entries of a page; all without one. */
export function pageOf<T>(all: readonly T[], page: PageRequest | undefined): readonly T[] {
  return page === undefined ? all : all.slice((page.page - 1) * page.count, page.page * page.count);
}

/** Sets cells to other values, by padded key; null makes a cell absent. */
export function setCells(cells: Map<string, Value>, values: ReadonlyMap<string, Value>): Map<string, Value> {
  for (const [cell, value] of values) {
    if (value === null) cells.delete(cell);
    else cells.set(cell, value);
  }
  return cells;
}
