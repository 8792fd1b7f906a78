import type { LoadedCells } from "../../ledger/working-state.js";
import type { StateKind } from "../../store/store.js";
import type { CellKeys, ChainSource } from "./chain-source.js";
import { overlay } from "./overlay-cells.js";

/**
 * Reads cells as they were before a main block: the value before the first block from there on that writes the cell,
 * else the current value (PROTOCOL 8.5). The current values are read first, so that blocks made meanwhile are covered.
 */
export async function cellsBefore(
  source: ChainSource,
  height: number,
  keys: CellKeys,
): Promise<Readonly<Record<StateKind, LoadedCells>>> {
  const universal = await source.readCells("universal", keys.universal);
  const local = await source.readCells("local", keys.local);
  const old = await source.valuesBefore(height, keys);
  return { universal: overlay(universal, old.universal), local: overlay(local, old.local) };
}

/** Sets the source's codes to those before the blocks from a height on. */
export async function restoreCodes({ codes, valuesBefore }: ChainSource, height: number): Promise<void> {
  // Codes are replaced, never removed: the cells of the earlier codes are among the current ones.
  const { local } = await valuesBefore(height, { universal: [], local: codes.cells });
  codes.apply(Array.from(local, ([key, value]) => ({ key, value })));
}

/** Returns the source as it was before a main block. Also sets the codes of the given source to the earlier ones. */
export async function sourceBefore(source: ChainSource, height: number): Promise<ChainSource> {
  await restoreCodes(source, height);
  return {
    ...source,
    height: height - 1,
    readCells: async (kind, cells) =>
      (await cellsBefore(source, height, { universal: [], local: [], [kind]: cells }))[kind],
  };
}
