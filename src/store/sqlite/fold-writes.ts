import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { CellWrite, StateEntry } from "../store.js";

/** What one block writes of one kind of state, each cell once. */
export interface BlockWrites {
  readonly height: number;
  readonly entries: readonly CellWrite[];
}

/** A block's write to a cell that no earlier one of these blocks writes: the replaced value is in the database. */
export interface FirstWriteRow {
  readonly height: number;
  /** The padded key. */
  readonly cell: string;
  /** The length of the key as the write spells it, in hexadecimal characters: 0 when it removes the cell. */
  readonly length: number;
  /** Whether the block lists the cell's earlier value. */
  readonly isOldKnown: boolean;
}

/** The value that one of these blocks left in a cell and a later one replaces. */
export interface ReplacedCell {
  /** The later block's height. */
  readonly height: number;
  readonly cell: string;
  /** The length of the replaced spelling. */
  readonly length: number;
  /** Null when the later block lists it itself. */
  readonly value: Value;
}

/** The writes of some blocks, in the form in which one statement for each table takes them. */
export interface FoldedWrites {
  readonly first: readonly FirstWriteRow[];
  readonly replaced: readonly ReplacedCell[];
  /** Each cell once, with its value after the last block. */
  readonly last: readonly StateEntry[];
}

/** Folds blocks in the order of their heights. */
export function foldWrites(blocks: readonly BlockWrites[]): FoldedWrites {
  const first: FirstWriteRow[] = [];
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
