import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { padStateKey } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import type { StateEntry } from "../../src/store/store.js";

/** The cells of one kind of state in memory, and how they were spelled before each block. */
export class MemoryState {
  readonly #cells: Map<string, StateEntry>;
  /** By block, the last first to be taken back: the spellings that it replaced, null where there was no cell. */
  readonly #spellings: ReadonlyMap<string, string | null>[];

  constructor(cells: Iterable<[string, StateEntry]> = [], spellings = NO_SPELLINGS) {
    this.#cells = new Map(cells);
    this.#spellings = [...spellings];
  }

  clone(): MemoryState {
    return new MemoryState(this.#cells, this.#spellings);
  }

  read(cells: readonly string[]): Map<string, Value> {
    const values = new Map<string, Value>();
    for (const cell of cells) {
      const entry = this.#cells.get(cell);
      if (entry !== undefined) values.set(cell, entry.value);
    }
    return values;
  }

  /** In key order. */
  entries(): readonly StateEntry[] {
    return [...this.#cells].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, entry]) => entry);
  }

  write(entries: readonly StateEntry[]): void {
    const replaced = new Map<string, string | null>();
    for (const { key } of entries) {
      const cell = padStateKey(key);
      replaced.set(cell, this.#cells.get(cell)?.key ?? null);
    }
    this.#spellings.push(replaced);
    for (const { key, value } of entries) this.#put(padStateKey(key), key, value);
  }

  undo(entries: readonly StateEntry[]): void {
    const replaced = this.#spellings.pop();
    for (const { key, value } of entries) {
      const cell = padStateKey(key);
      this.#put(cell, replaced?.get(cell) ?? key, value);
    }
  }

  #put(cell: string, key: string, value: Value): void {
    // As on a disk: what comes back is what the text says.
    if (value === null) this.#cells.delete(cell);
    else this.#cells.set(cell, { key, value: parseJson(canonicalJson(value)) });
  }
}

const NO_SPELLINGS: readonly ReadonlyMap<string, string | null>[] = [];
