import { padStateKey, type StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import { RULE_SETS, type RuleSet } from "../records/rules.js";
import type { Updates } from "../records/updates.js";
import type { StateEntry, StoreReader } from "../store/store.js";
import { UnreadCell, type StateView } from "../vm/machine.js";

/** Cells by padded key, as `Store.readState` returns them. */
export type LoadedCells = ReadonlyMap<string, Value>;

type CellReader = Pick<StoreReader, "readState">;

export interface WorkingStateOptions {
  /** Default: rules 1. */
  readonly rules?: RuleSet;
  /** Where cells are that are not loaded; rules 2 need it. */
  readonly store?: CellReader;
  /** The padded keys of the cells that were loaded, those of absent cells included. */
  readonly asked?: Readonly<Record<StateKind, readonly string[]>>;
}

const NOTHING: Readonly<Record<StateKind, readonly string[]>> = { universal: [], local: [] };

/**
 * The state while a block is executed: the cells loaded for it, and what its transactions have written so far
 * (PROTOCOL 8.2). In rules 1 a cell that was not loaded reads as absent until something writes it (PROTOCOL 7.5); in
 * rules 2 it is fetched when it is first read (PROTOCOL 16.6).
 */
export class WorkingState implements StateView {
  readonly #kinds: Readonly<Record<StateKind, WorkingCells>>;
  readonly #store: CellReader | undefined;

  constructor(
    loaded: Readonly<Record<StateKind, LoadedCells>>,
    { rules = RULE_SETS[1], store, asked = NOTHING }: WorkingStateOptions = {},
  ) {
    const cellsOf = (kind: StateKind): WorkingCells =>
      new WorkingCells(loaded[kind], { kind, rules, asked: asked[kind] });
    this.#kinds = { universal: cellsOf("universal"), local: cellsOf("local") };
    this.#store = store;
  }

  read(kind: StateKind, key: string): Value {
    return this.#kinds[kind].read(padStateKey(key));
  }

  async fetch(kind: StateKind, key: string): Promise<void> {
    if (this.#store === undefined) throw new TypeError("The state has no store. ");
    await this.load(this.#store, kind, [padStateKey(key)]);
  }

  /** Whether a cell is as it was loaded: present, and not yet written. */
  isLoaded(kind: StateKind, cell: string): boolean {
    return this.#kinds[kind].isLoaded(cell);
  }

  write(kind: StateKind, key: string, value: Value): void {
    this.#kinds[kind].write(key, value);
  }

  /** Loads cells for the writes after the transactions, which must see only the cells that they collected. */
  async load(store: CellReader, kind: StateKind, paddedKeys: readonly string[]): Promise<void> {
    this.#kinds[kind].load(await store.readState(kind, paddedKeys), paddedKeys);
  }

  /**
   * `{old, new}` by the names of the cells that the block writes, in the order of first write (PROTOCOL 8.3, 16.8).
   */
  updates(kind: StateKind): Updates {
    return this.#kinds[kind].updates;
  }

  /**
   * Each cell that was written, with its value after the block, in the order of the last writes. Two key texts that
   * differ by trailing zeros name one cell (PROTOCOL 2.7); the later one in the update list gives its value, whichever
   * was written last (PROTOCOL 8.4).
   */
  entries(kind: StateKind): readonly StateEntry[] {
    return this.#kinds[kind].entries();
  }
}

interface CellsOptions {
  readonly kind: StateKind;
  readonly rules: RuleSet;
  readonly asked: readonly string[];
}

interface WrittenCell {
  /** The last one written, which reads see. */
  value: Value;
  /** The last of the cell's names in the update list: its update gives the value after the block. */
  name: string;
}

class WorkingCells {
  readonly #kind: StateKind;
  readonly #rules: RuleSet;
  readonly #loaded: Map<string, Value>;
  /** The cells of which it is known whether they hold a value. */
  readonly #asked: Set<string>;
  readonly updates = new Map<string, { old: Value; new: Value }>();
  /** By padded key, in the order of the last writes. */
  readonly #written = new Map<string, WrittenCell>();

  constructor(loaded: LoadedCells, { kind, rules, asked }: CellsOptions) {
    this.#kind = kind;
    this.#rules = rules;
    this.#loaded = new Map(loaded);
    this.#asked = new Set(asked);
  }

  load(cells: LoadedCells, asked: readonly string[]): void {
    for (const [cell, value] of cells) this.#loaded.set(cell, value);
    for (const cell of asked) this.#asked.add(cell);
  }

  /** @param cell padded. */
  read(cell: string): Value {
    const written = this.#written.get(cell);
    const known = written === undefined ? this.#loaded.get(cell) : written.value;
    if (known !== undefined) return known;
    if (this.#rules.readsAnyCell && !this.#asked.has(cell)) throw new UnreadCell(this.#kind, cell);
    return null;
  }

  isLoaded(cell: string): boolean {
    return this.#loaded.has(cell) && !this.#written.has(cell);
  }

  write(key: string, value: Value): void {
    const cell = padStateKey(key);
    const name = this.#rules.cellName(key);
    const update = this.updates.get(name);
    const written = this.#written.get(cell) ?? { value, name };
    if (update === undefined) {
      this.updates.set(name, { old: this.read(cell), new: value });
      written.name = name;
    } else update.new = value;
    written.value = value;
    // Removed first, so that the order is that of the last writes.
    this.#written.delete(cell);
    this.#written.set(cell, written);
  }

  entries(): readonly StateEntry[] {
    return Array.from(this.#written.values(), ({ name }) => ({
      key: name,
      value: this.updates.get(name)?.new ?? null,
    }));
  }
}
