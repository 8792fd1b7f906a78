import type { Value } from "../../codec/value.js";
import type { ChainSource } from "./chain-source.js";
import type { GivenCells } from "./given-cells.js";

/** Returns the source with other values in some cells; null makes a cell absent. */
export function alterSource(source: ChainSource, given: GivenCells): ChainSource {
  return {
    ...source,
    async readCells(kind, cells) {
      const values = new Map<string, Value>(await source.readCells(kind, cells));
      for (const cell of cells) {
        const value = given[kind].get(cell);
        if (value === null) values.delete(cell);
        else if (value !== undefined) values.set(cell, value);
      }
      return values;
    },
  };
}
