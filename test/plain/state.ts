/** The state while a block is executed, and the updates that the block lists (PROTOCOL 7, 8). */
import { cell } from "./hashes.js";
import type { Value } from "./value.js";

/** The two halves of the state. A key in one has nothing to do with the same key in the other. */
export type Area = "universal" | "local";

/** The cells of each area by their key, padded to 128. */
export type Cells = Record<Area, ReadonlyMap<string, Value>>;

export interface Update {
  old: Value;
  new: Value;
}

/** The updates of each area by the key's text as it was written, in order of first write. */
export type Updates = Record<Area, Map<string, Update>>;

export class WorkingState {
  readonly updates: Updates = { universal: new Map(), local: new Map() };
  readonly #before: Cells;
  readonly #working: Record<Area, Map<string, Value>> = { universal: new Map(), local: new Map() };

  constructor(before: Cells) {
    this.#before = before;
  }

  /** Loads a cell that a read pass named. */
  load(area: Area, key: string): void {
    const stored = this.#before[area].get(cell(key)) ?? null;
    this.#working[area].set(cell(key), stored);
  }

  /** What a cell holds now. One that no read pass named reads as absent until something in the block writes it. */
  read(area: Area, key: string): Value {
    return this.#working[area].get(cell(key)) ?? null;
  }

  /** Writes a cell. Two texts of one cell are two entries in the list, each with the value that it found. */
  write(area: Area, key: string, value: Value): void {
    const entry = this.updates[area].get(key);
    if (entry === undefined) this.updates[area].set(key, { old: this.read(area, key), new: value });
    else entry.new = value;
    this.#working[area].set(cell(key), value);
  }
}

/**
 * The state after a block: each entry's `new` is written in the order of the list, so of two texts of one cell the
 * later entry wins (PROTOCOL 8). A null is the same as nothing.
 */
export function afterBlock(before: Cells, updates: Updates): Cells {
  const write = (area: Area): Map<string, Value> => {
    const cells = new Map(before[area]);
    for (const [key, { new: value }] of updates[area]) {
      if (value === null) cells.delete(cell(key));
      else cells.set(cell(key), value);
    }
    return cells;
  };
  return { universal: write("universal"), local: write("local") };
}
