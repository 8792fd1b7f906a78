import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { padStateKey } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import type { StateEntry } from "../../src/store/store.js";

/** The cells of one kind of state in memory, and what they were before each block. */
export class MemoryState {
  readonly #cells: Map<string, StateEntry>;
  /** By block: what it replaced, null where there was no cell. */
  readonly #replaced: ReadonlyMap<string, StateEntry | null>[];

  constructor(cells: Iterable<[string, StateEntry]> = [], replaced = NOTHING_REPLACED) {
    this.#cells = new Map(cells);
    this.#replaced = [...replaced];
  }

  clone(): MemoryState {
    return new MemoryState(this.#cells, this.#replaced);
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
    const replaced = new Map<string, StateEntry | null>();
    for (const { key, value } of entries) {
      const cell = padStateKey(key);
      replaced.set(cell, this.#cells.get(cell) ?? null);
      // As on a disk: what comes back is what the text says.
      if (value === null) this.#cells.delete(cell);
      else this.#cells.set(cell, { key, value: parseJson(canonicalJson(value)) });
    }
    this.#replaced.push(replaced);
  }

  undo(): void {
    for (const [cell, entry] of this.#replaced.pop() ?? []) {
      if (entry === null) this.#cells.delete(cell);
      else this.#cells.set(cell, entry);
    }
  }

  /** See `Store.valuesBefore`; the first block has the height 1. */
  valuesBefore(fromHeight: number, cells: readonly string[]): Map<string, Value> {
    const values = new Map<string, Value>();
    for (const replaced of this.#replaced.slice(Math.max(0, fromHeight - 1))) {
      for (const cell of cells) {
        const entry = replaced.get(cell);
        if (entry !== undefined && !values.has(cell)) values.set(cell, entry?.value ?? null);
      }
    }
    return values;
  }
}

const NOTHING_REPLACED: readonly ReadonlyMap<string, StateEntry | null>[] = [];
