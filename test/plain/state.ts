/** The state during the execution of a block, and the block's updates (PROTOCOL 2.7, 7.5, 8.3, 8.4). */
import { cell } from "./hashes.js";
import type { Value } from "./value.js";

/** The two parts of the state. The same key in both names different cells. */
export type Area = "universal" | "local";

/** The cells of each area by their key, padded to 128. */
export type Cells = Record<Area, ReadonlyMap<string, Value>>;

export interface Update {
  old: Value;
  new: Value;
}

/** The updates of each area by the text of the key as it was written, in the order of the first write. */
export type Updates = Record<Area, Map<string, Update>>;

/** The rules of a network: rules 1, or rules 2 (PROTOCOL 16). */
export type Rules = 1 | 2;

export class WorkingState {
  readonly updates: Updates = { universal: new Map(), local: new Map() };
  readonly #before: Cells;
  readonly #rules: Rules;
  readonly #working: Record<Area, Map<string, Value>> = { universal: new Map(), local: new Map() };

  constructor(before: Cells, rules: Rules = 1) {
    this.#before = before;
    this.#rules = rules;
  }

  /** Loads a cell that a read pass collected. */
  load(area: Area, key: string): void {
    const stored = this.#before[area].get(cell(key)) ?? null;
    this.#working[area].set(cell(key), stored);
  }

  /**
   * The current value of a cell. In rules 1 a cell that no read pass collected reads as absent until the block writes
   * it; in rules 2 it reads as what it holds (PROTOCOL 16.6).
   */
  read(area: Area, key: string): Value {
    const working = this.#working[area].get(cell(key));
    if (working !== undefined) return working;
    return this.#rules === 2 ? (this.#before[area].get(cell(key)) ?? null) : null;
  }

  /**
   * Writes a cell. In rules 1 two texts of one cell make two entries, each with the `old` value at its first write; in
   * rules 2 a cell has one name, its key padded (PROTOCOL 16.8).
   */
  write(area: Area, key: string, value: Value): void {
    const name = this.#rules === 2 ? cell(key) : key;
    const entry = this.updates[area].get(name);
    if (entry === undefined) this.updates[area].set(name, { old: this.read(area, key), new: value });
    else entry.new = value;
    this.#working[area].set(cell(key), value);
  }
}

/**
 * The state after a block: each entry's `new` is written in the order of the list, so of two texts of one cell the
 * later entry wins (PROTOCOL 8.4). A cell that holds null is absent (PROTOCOL 2.8).
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
