import type { LoadedCells } from "../../ledger/working-state.js";
import type { StateKind } from "../../store/store.js";
import type { CellKeys, ChainSource } from "./chain-source.js";
import { overlay } from "./overlay-cells.js";

/**
 * Cells as they were before a main block: what a cell held before the first block from there on that writes it, else what
 * it holds now (PROTOCOL 8). What it holds now is read first: the earlier value is known of blocks that are made meanwhile.
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

/** Takes back what blocks from a height on registered: the source finds the codes as they were before. */
export async function restoreCodes({ codes, valuesBefore }: ChainSource, height: number): Promise<void> {
  // A code is replaced, never removed: those of then are among those of now.
  const { local } = await valuesBefore(height, { universal: [], local: codes.cells });
  codes.apply(Array.from(local, ([key, value]) => ({ key, value })));
}

/** The source as it was before a main block: its cells and codes are those of then. Its own codes become those too. */
export async function sourceBefore(source: ChainSource, height: number): Promise<ChainSource> {
  await restoreCodes(source, height);
  return {
    ...source,
    height: height - 1,
    readCells: async (kind, cells) =>
      (await cellsBefore(source, height, { universal: [], local: [], [kind]: cells }))[kind],
  };
}
