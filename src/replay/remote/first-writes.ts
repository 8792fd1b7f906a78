import { padStateKey, type StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { NamedCells } from "../../ledger/counted-cells.js";
import type { MainBlock } from "../../records/main-block.js";
import type { Updates } from "../../records/updates.js";
import type { MainBlockSummary } from "../../store/store.js";

/** The first write of a cell in a range of blocks. */
export interface FirstWrite {
  /** The block's `old`: null also for a cell that no read pass collected (PROTOCOL 8.5). */
  readonly old: Value;
  readonly block: Pick<MainBlockSummary, "height" | "blockhash">;
}

/** First writes by kind and padded key. */
export type FirstWrites = Readonly<Record<StateKind, ReadonlyMap<string, FirstWrite>>>;

/** Finds the first of these ascending blocks that wrote each cell. Stops reading when all cells are found. */
export async function firstWritesIn(
  blocks: AsyncIterable<MainBlock>,
  keys: NamedCells,
): Promise<FirstWrites> {
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
