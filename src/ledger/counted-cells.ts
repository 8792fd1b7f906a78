import type { StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import { lengthOfCells } from "../store/cells.js";
import type { StoreReader } from "../store/store.js";
import type { LoadedState } from "../vm/machine.js";
import type { PreparedTransaction } from "./prepared-transaction.js";
import { WorkingState } from "./working-state.js";

/** Cells by padded key, as the store returns them. */
export type CellValues = Readonly<Record<StateKind, ReadonlyMap<string, Value>>>;

export type NamedCells = Readonly<Record<StateKind, readonly string[]>>;

/** Returns the cells that transactions name together, each once. */
export function namedBy(transactions: readonly Pick<PreparedTransaction, "cells">[]): NamedCells {
  const [universal, local] = [new Set<string>(), new Set<string>()];
  for (const { cells } of transactions) {
    for (const cell of cells.universal) universal.add(cell);
    for (const cell of cells.local) local.add(cell);
  }
  return { universal: [...universal], local: [...local] };
}

/** Up to this many cells are read without asking for their length first: most calls name no more. */
const FEW_CELLS = 8;

export async function loadCells(store: StoreReader, named: NamedCells): Promise<CellValues> {
  const [universal, local] = await Promise.all([
    store.readState("universal", named.universal),
    store.readState("local", named.local),
  ]);
  return { universal, local };
}

/**
 * Reads the cells that a request names, or none of them when together they exceed the limit (docs/adr/0009-work.md).
 */
export async function loadCellsUpTo(
  store: StoreReader,
  named: NamedCells,
  maxLength: number,
): Promise<LoadedState> {
  if (!areFew(named)) {
    const length = await storedLength(store, named);
    if (length > maxLength) return { view: NO_STATE, length };
  }
  const cells = await loadCells(store, named);
  return { view: new WorkingState(cells), length: loadedLength(cells) };
}

/** Bytes of canonical JSON in cells that were read. */
export function loadedLength({ universal, local }: CellValues): number {
  return lengthOfCells(universal.values()) + lengthOfCells(local.values());
}

/** Bytes of canonical JSON of cells in the store, without reading them. */
export async function storedLength(store: StoreReader, named: NamedCells): Promise<number> {
  // Most calls name cells of one kind only.
  const lengthOf = async (kind: StateKind): Promise<number> =>
    named[kind].length === 0 ? 0 : store.stateLength(kind, named[kind]);
  const [universal, local] = await Promise.all([lengthOf("universal"), lengthOf("local")]);
  return universal + local;
}

export function areFew({ universal, local }: NamedCells): boolean {
  return universal.length + local.length <= FEW_CELLS;
}

const NO_STATE = { read: () => undefined };
