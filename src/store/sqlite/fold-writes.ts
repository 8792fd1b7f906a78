import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { CellWrite, StateEntry } from "../store.js";

/** What one block writes of one kind of state, each cell once. */
export interface BlockWrites {
  readonly height: number;
  readonly entries: readonly CellWrite[];
}

/** A block's write to a cell that no earlier one of the blocks writes: the database knows what it replaces. */
export interface FirstWrite {
  readonly height: number;
  /** The padded key. */
  readonly cell: string;
  /** How much of it the write spells out, in hex characters: 0 where it removes the cell. */
  readonly length: number;
  /** Whether the block says what the cell held before. */
  readonly isOldKnown: boolean;
}

/** What an earlier one of the blocks left in a cell, and a later one replaces. */
export interface ReplacedCell {
  /** The later one's height. */
  readonly height: number;
  readonly cell: string;
  /** The length of the spelling that is replaced. */
  readonly length: number;
  /** Null where the later block says it itself. */
  readonly value: Value;
}

/** The writes of some blocks, as one statement a table takes them. */
export interface FoldedWrites {
  readonly first: readonly FirstWrite[];
  readonly replaced: readonly ReplacedCell[];
  /** Each cell once, as the last block leaves it. */
  readonly last: readonly StateEntry[];
}

/** Folds blocks in the order of their heights. */
export function foldWrites(blocks: readonly BlockWrites[]): FoldedWrites {
  const first: FirstWrite[] = [];
  const replaced: ReplacedCell[] = [];
  const last = new Map<string, StateEntry>();
  for (const { height, entries } of blocks) {
    for (const entry of entries) {
      const cell = padStateKey(entry.key);
      const before = last.get(cell);
      const length = spelledLength(entry);
      const isOldKnown = entry.old !== null;
      if (before === undefined) first.push({ height, cell, length, isOldKnown });
      else if (before.value !== null && (spelledLength(before) !== length || !isOldKnown))
        replaced.push({
          height,
          cell,
          length: spelledLength(before),
          value: isOldKnown ? null : before.value,
        });
      last.set(cell, entry);
    }
  }
  return { first, replaced, last: [...last.values()] };
}

function spelledLength({ key, value }: StateEntry): number {
  return value === null ? 0 : key.length;
}
