import { padStateKey, type StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import type { Updates } from "../records/updates.js";
import type { CellWrite } from "../store/store.js";

/** Cells by padded key, as `Store.readState` returns them. */
export type LoadedCells = ReadonlyMap<string, Value>;

/**
 * The state while a block is executed: the cells loaded for it, and what its transactions have written so far
 * (PROTOCOL 8.2). A cell that was not loaded reads as absent until something writes it (PROTOCOL 7.5).
 */
export class WorkingState {
  readonly #kinds: Readonly<Record<StateKind, WorkingCells>>;

  constructor(loaded: Readonly<Record<StateKind, LoadedCells>>) {
    this.#kinds = { universal: new WorkingCells(loaded.universal), local: new WorkingCells(loaded.local) };
  }

  read(kind: StateKind, key: string): Value {
    return this.#kinds[kind].read(key);
  }

  /** Whether a cell is as it was loaded: present, and not yet written. */
  isLoaded(kind: StateKind, cell: string): boolean {
    return this.#kinds[kind].isLoaded(cell);
  }

  write(kind: StateKind, key: string, value: Value): void {
    this.#kinds[kind].write(key, value);
  }

  /** Adds cells for the writes after the transactions, which must see only the cells that they collected. */
  load(kind: StateKind, cells: LoadedCells): void {
    this.#kinds[kind].load(cells);
  }

  /** `{old, new}` by the key texts of the block's writes, in the order of first write (PROTOCOL 8.3). */
  updates(kind: StateKind): Updates {
    return this.#kinds[kind].updates;
  }

  /**
   * Each cell that was written, with its value after the block, in the order of the last writes. Two key texts that
   * differ by trailing zeros name one cell (PROTOCOL 2.7); the later one in the update list gives its value, whichever
   * was written last (PROTOCOL 8.4).
   */
  entries(kind: StateKind): readonly CellWrite[] {
    return this.#kinds[kind].entries();
  }
}

class WorkingCells {
  readonly #loaded: Map<string, Value>;
  readonly updates = new Map<string, { old: Value; new: Value }>();
  readonly #written = new Map<string, Value>();

  constructor(loaded: LoadedCells) {
    this.#loaded = new Map(loaded);
  }

  load(cells: LoadedCells): void {
    for (const [cell, value] of cells) this.#loaded.set(cell, value);
  }

  read(key: string): Value {
    const cell = padStateKey(key);
    const written = this.#written.get(cell);
    return written === undefined ? (this.#loaded.get(cell) ?? null) : written;
  }

  isLoaded(cell: string): boolean {
    return this.#loaded.has(cell) && !this.#written.has(cell);
  }

  write(key: string, value: Value): void {
    const cell = padStateKey(key);
    const update = this.updates.get(key);
    if (update === undefined) this.updates.set(key, { old: this.read(key), new: value });
    else update.new = value;
    // Removed first, so that the order is that of the last writes.
    this.#written.delete(cell);
    this.#written.set(cell, value);
  }

  entries(): readonly CellWrite[] {
    const after = new Map<string, CellWrite>();
    for (const [key, update] of this.updates) {
      const cell = padStateKey(key);
      const { old } = after.get(cell) ?? update;
      after.set(cell, { key, value: update.new, old });
    }
    return [...this.#written.keys()].flatMap((cell) => after.get(cell) ?? []);
  }
}
