import type { Value } from "../../codec/value.js";
import type { LoadedCells } from "../../ledger/working-state.js";

/** Returns the cells with other values for some of them; null makes a cell absent. */
export function overlay(cells: LoadedCells, values: ReadonlyMap<string, Value>): LoadedCells {
  const overlaid = new Map(cells);
  for (const [cell, value] of values) {
    if (value === null) overlaid.delete(cell);
    else overlaid.set(cell, value);
  }
  return overlaid;
}
