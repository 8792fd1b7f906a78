import { ZERO_ADDRESS } from "../../codec/address.js";
import type { ChainError } from "../../codec/chain-error.js";
import { isStateKey, padStateKey, stateKeyOf } from "../../codec/state-key.js";
import { entriesOf, isContainer, type Value } from "../../codec/value.js";
import type { CodeSpace } from "../../records/code.js";
import type { CellValues } from "../../ledger/counted-cells.js";
import * as errors from "../errors.js";

/** Reads `{state key: value}`, or `{attribute: {key: value}}` in the space given. Throws `STATE_CELLS`. */
export function readCellsOf(given: Value, place: CodeSpace): ReadonlyMap<string, Value> {
  const cells = new Map<string, Value>();
  if (given === null) return cells;
  if (!isContainer(given)) throw notCells("The cells are not a map. ", {});
  for (const [name, member] of entriesOf(given)) {
    if (isStateKey(name)) cells.set(padStateKey(name), member);
    else for (const [key, value] of membersOf(name, member)) cells.set(cellOf(place, name, key), value);
  }
  return cells;
}

/** The attributes of the network's own space that can be given without a kind: amounts by address. */
export const BY_ADDRESS: ReadonlySet<string> = new Set(["balance", "resource"]);

/**
 * Reads `{universal, local, balance, resource}`: cells as above, and amounts by address in the network's own space.
 * Returns them by kind and padded key; null makes a cell absent. Throws `STATE_CELLS`.
 */
export function readGivenCells(given: Value, place: CodeSpace, rootSpace: string): CellValues {
  if (!isContainer(given)) throw notCells("The cells are not a map. ", {});
  const cells = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
  for (const [name, member] of entriesOf(given)) {
    if (name === "universal" || name === "local") addAll(cells[name], readCellsOf(member, place));
    else if (BY_ADDRESS.has(name)) {
      const amounts = new Map<string, Value>([[name, member]]);
      addAll(cells.universal, readCellsOf(amounts, { writer: ZERO_ADDRESS, space: rootSpace }));
    } else throw notCells("Cells are universal or local, or a balance or resource. ", { name });
  }
  return cells;
}

function addAll(cells: Map<string, Value>, more: ReadonlyMap<string, Value>): void {
  for (const [cell, value] of more) cells.set(cell, value);
}

function membersOf(attribute: string, member: Value): Iterable<readonly [string, Value]> {
  if (isContainer(member)) return entriesOf(member);
  throw notCells("An attribute's cells are a map from key to value. ", { attribute });
}

function cellOf({ writer, space }: CodeSpace, attribute: string, key: string): string {
  const cell = stateKeyOf(writer, space, attribute, key);
  if (cell === null) throw notCells("A key is 2 to 64 lower-case hex characters. ", { attribute, key });
  return padStateKey(cell);
}

function notCells(message: string, details: Readonly<Record<string, string>>): ChainError {
  return errors.stateCells({ message }, { details });
}
