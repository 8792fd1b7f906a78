import { padStateKey } from "../../codec/state-key.js";
import type { StateEntry } from "../store.js";

/** What one block writes of one kind of state, each cell once. */
export interface BlockWrites {
  readonly height: number;
  readonly entries: readonly StateEntry[];
}

/** A height, a cell as its padded key, and how much of it is spelled out, in hex characters: 0 where it is removed. */
type Spelling = readonly [number, string, number];

/** The writes of some blocks, as one statement a table takes them. */
export interface FoldedWrites {
  /** Each cell with the spelling of its first write: the database knows what that one replaces. */
  readonly first: readonly Spelling[];
  /** The spellings that one of the blocks has given, with the height of the later one that replaces them. */
  readonly replaced: readonly Spelling[];
  /** Each cell once, as the last block leaves it. */
  readonly last: readonly StateEntry[];
}

/** Folds blocks in the order of their heights. */
export function foldWrites(blocks: readonly BlockWrites[]): FoldedWrites {
  const first: Spelling[] = [];
  const replaced: Spelling[] = [];
  const last = new Map<string, StateEntry>();
  for (const { height, entries } of blocks) {
    for (const entry of entries) {
      const cell = padStateKey(entry.key);
      const before = last.get(cell);
      const length = spelledLength(entry);
      if (before === undefined) first.push([height, cell, length]);
      else if (isReplaced(before, length)) replaced.push([height, cell, spelledLength(before)]);
      last.set(cell, entry);
    }
  }
  return { first, replaced, last: [...last.values()] };
}

function isReplaced(before: StateEntry, length: number): boolean {
  return before.value !== null && spelledLength(before) !== length;
}

function spelledLength({ key, value }: StateEntry): number {
  return value === null ? 0 : key.length;
}
