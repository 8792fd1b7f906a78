import { padStateKey, type StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import { loadCells, type CellValues, type NamedCells } from "../../ledger/counted-cells.js";
import type { MainBlock } from "../../records/main-block.js";
import { setCells } from "../../store/cells.js";
import type { StoreReader } from "../../store/store.js";

interface CellsBefore {
  /** The cells that the block's own transactions collect. */
  readonly collected: NamedCells;
  /** The cells that are wanted. */
  readonly asked: NamedCells;
}

/**
 * The values of cells before a block; absent ones are left out. The block itself tells what the cells held that it
 * collected and wrote, which are nearly all (PROTOCOL 7.5, 8.3). `reader` is the chain before the block, and is asked for
 * the others.
 */
export async function cellsBefore(
  reader: StoreReader,
  block: MainBlock,
  { collected, asked }: CellsBefore,
): Promise<CellValues> {
  const known = {
    universal: listedIn(block, "universal", collected),
    local: listedIn(block, "local", collected),
  };
  const open = (kind: StateKind): string[] => asked[kind].filter((cell) => !known[kind].has(cell));
  const { universal, local } = await loadCells(reader, {
    universal: open("universal"),
    local: open("local"),
  });
  return {
    universal: setCells(new Map(universal), known.universal),
    local: setCells(new Map(local), known.local),
  };
}

/** The `old` of updates, by padded key. A cell that was written under two spellings has two, and counts as not listed. */
function listedIn(block: MainBlock, kind: StateKind, collected: NamedCells): ReadonlyMap<string, Value> {
  const isCollected = new Set(collected[kind]);
  const listed = new Map<string, Value>();
  const spelledTwice = new Set<string>();
  for (const [key, { old }] of block[`${kind}_updates`]) {
    const cell = padStateKey(key);
    if (listed.has(cell)) spelledTwice.add(cell);
    if (isCollected.has(cell)) listed.set(cell, old);
  }
  for (const cell of spelledTwice) listed.delete(cell);
  return listed;
}
