import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { LoadedCells } from "../../ledger/working-state.js";
import type { Updates } from "../../records/updates.js";
import type { StateKind } from "../../store/store.js";
import type { ChainSource } from "./chain-source.js";

export type CellKeys = Readonly<Record<StateKind, readonly string[]>>;

/**
 * Cells as they were before a main block: the `old` value of the first block from there on that writes a cell, else what
 * it is now (PROTOCOL 8). What is now is read first: blocks that are made meanwhile have its old value.
 */
export async function cellsBefore(
  source: ChainSource,
  height: number,
  keys: CellKeys,
): Promise<Readonly<Record<StateKind, LoadedCells>>> {
  const universal = new Map(await source.readCells("universal", keys.universal));
  const local = new Map(await source.readCells("local", keys.local));
  const open = { universal: new Set(keys.universal), local: new Set(keys.local) };
  for await (const block of source.blocksFrom(height)) {
    restore(universal, open.universal, block.universal_updates);
    restore(local, open.local, block.local_updates);
    if (open.universal.size + open.local.size === 0) break;
  }
  return { universal, local };
}

/** Puts back the old values of cells that no earlier block wrote. */
function restore(cells: Map<string, Value>, open: Set<string>, updates: Updates): void {
  for (const [key, { old }] of updates) {
    const cell = padStateKey(key);
    if (!open.delete(cell)) continue;
    if (old === null) cells.delete(cell);
    else cells.set(cell, old);
  }
}

/** Takes back what blocks from a height on registered: the source finds the codes as they were before. */
export async function restoreCodes(source: ChainSource, height: number): Promise<void> {
  const { codes } = source;
  const old = new Map<string, { readonly key: string; readonly value: Value }>();
  for await (const { local_updates } of source.blocksFrom(height)) {
    for (const [key, update] of local_updates) {
      const cell = padStateKey(key);
      if (codes.registry.isCodeKey(key) && !old.has(cell)) old.set(cell, { key, value: update.old });
    }
  }
  codes.apply([...old.values()]);
}
