import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { MainBlock } from "../../records/main-block.js";
import type { Updates } from "../../records/updates.js";
import type { MainBlockSummary, StateKind } from "../../store/store.js";
import type { CellKeys } from "./chain-source.js";

/** A cell's first write in some blocks. */
export interface FirstWrite {
  /** What the block says the cell held: null also where it does not know (PROTOCOL 8). */
  readonly old: Value;
  readonly block: Pick<MainBlockSummary, "height" | "blockhash">;
}

/** By padded key. */
export type FirstWrites = Readonly<Record<StateKind, ReadonlyMap<string, FirstWrite>>>;

/** The first of these blocks, ascending, that wrote each of these cells. Reads no further than it must. */
export async function firstWritesIn(blocks: AsyncIterable<MainBlock>, keys: CellKeys): Promise<FirstWrites> {
  const universal = new OpenCells(keys.universal);
  const local = new OpenCells(keys.local);
  const found = (): FirstWrites => ({ universal: universal.writes, local: local.writes });
  if (universal.isComplete && local.isComplete) return found();
  for await (const block of blocks) {
    universal.take(block.universal_updates, block);
    local.take(block.local_updates, block);
    if (universal.isComplete && local.isComplete) break;
  }
  return found();
}

class OpenCells {
  readonly writes = new Map<string, FirstWrite>();
  readonly #open: Set<string>;

  constructor(cells: readonly string[]) {
    this.#open = new Set(cells);
  }

  get isComplete(): boolean {
    return this.#open.size === 0;
  }

  take(updates: Updates, { height, blockhash }: MainBlock): void {
    for (const [key, { old }] of updates) {
      const cell = padStateKey(key);
      if (this.#open.delete(cell)) this.writes.set(cell, { old, block: { height, blockhash } });
    }
  }
}
