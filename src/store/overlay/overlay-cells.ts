import { canonicalValue } from "../../codec/canonical-json.js";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import { lengthOfCells, pageOf } from "../cells.js";
import type { CellVersion, PageRequest, StateEntry, StoreReader } from "../store.js";

/** The cells of one kind that were written over a base. */
export class OverlayCells {
  readonly #base: StoreReader;
  readonly #kind: StateKind;
  /** By padded key; a null value hides the base's. */
  readonly #written = new Map<string, StateEntry>();
  /** For each block, the earlier values of the cells that it wrote; undefined where the base held the value. */
  readonly #before: ReadonlyMap<string, StateEntry | undefined>[] = [];
  /** For each block, the keys that it wrote. */
  readonly #keys: (readonly string[])[] = [];
  /** Answers of the base, by padded key: it does not change, so each cell is asked for once. */
  readonly #below = new Map<string, Value>();

  constructor(base: StoreReader, kind: StateKind) {
    this.#base = base;
    this.#kind = kind;
  }

  read(paddedKeys: readonly string[]): Promise<Map<string, Value>> {
    return this.#valuesOf(paddedKeys, this.#written);
  }

  /** The values after the first `blocks` of the blocks that were written here. */
  readAfter(blocks: number, paddedKeys: readonly string[]): Promise<Map<string, Value>> {
    const later = this.#before.slice(blocks);
    const entryOf = (cell: string): StateEntry | undefined => {
      const first = later.find((before) => before.has(cell));
      return first === undefined ? this.#written.get(cell) : first.get(cell);
    };
    return this.#valuesOf(paddedKeys, new Map(paddedKeys.map((cell) => [cell, entryOf(cell)])));
  }

  /** What the blocks that were written here left in a cell, newest first; heights are counted from 1. */
  async versions(cell: string): Promise<readonly CellVersion[]> {
    const heights = this.#before.flatMap((before, index) => (before.has(cell) ? [index + 1] : []));
    const versions = heights.map(async (height) => ({
      height,
      value: (await this.readAfter(height, [cell])).get(cell) ?? null,
    }));
    return (await Promise.all(versions)).toReversed();
  }

  /** The values of written entries, and the base's of all other cells. */
  async #valuesOf(
    paddedKeys: readonly string[],
    written: ReadonlyMap<string, StateEntry | undefined>,
  ): Promise<Map<string, Value>> {
    await this.#ask(paddedKeys.filter((cell) => written.get(cell) === undefined));
    const values = new Map<string, Value>();
    for (const cell of paddedKeys) {
      const entry = written.get(cell);
      const value = entry === undefined ? this.#below.get(cell) : entry.value;
      if (value !== undefined && value !== null) values.set(cell, value);
    }
    return values;
  }

  /** Bytes of the cells' values together. */
  async length(paddedKeys: readonly string[]): Promise<number> {
    const below = paddedKeys.filter((cell) => !this.#written.has(cell));
    const values = paddedKeys.map((cell) => this.#written.get(cell)?.value ?? null);
    const written = values.filter((value) => value !== null);
    return lengthOfCells(written) + (await this.#base.stateLength(this.#kind, below));
  }

  async #ask(cells: readonly string[]): Promise<void> {
    const unknown = cells.filter((cell) => !this.#below.has(cell));
    if (unknown.length === 0) return;
    const values = await this.#base.readState(this.#kind, unknown);
    for (const cell of unknown) this.#below.set(cell, values.get(cell) ?? null);
  }

  async list(prefix: string, page?: PageRequest): Promise<readonly StateEntry[]> {
    const below = await this.#base.listState(this.#kind, prefix);
    const merged = new Map(below.map((entry) => [padStateKey(entry.key), entry]));
    for (const [cell, entry] of this.#written) if (cell.startsWith(prefix)) merged.set(cell, entry);
    const sorted = [...merged].toSorted(([left], [right]) => (left < right ? -1 : 1));
    const present = sorted.map(([, entry]) => entry).filter(({ value }) => value !== null);
    return pageOf(present, page);
  }

  /** The keys that some of the blocks that were written here wrote, as the last of them wrote each. */
  keysOf(firstBlock: number, lastBlock: number): readonly string[] {
    const keys = this.#keys.slice(firstBlock, lastBlock).flat();
    return [...new Map(keys.map((key) => [padStateKey(key), key])).values()];
  }

  write(entries: readonly StateEntry[]): void {
    const before = new Map<string, StateEntry | undefined>();
    for (const entry of entries) {
      const cell = padStateKey(entry.key);
      before.set(cell, this.#written.get(cell));
      // As on disk: a whole float is read back as an integer (PROTOCOL 1.10).
      this.#written.set(cell, { key: entry.key, value: canonicalValue(entry.value) });
    }
    this.#before.push(before);
    this.#keys.push(entries.map(({ key }) => key));
  }

  undo(): void {
    this.#keys.pop();
    for (const [cell, entry] of this.#before.pop() ?? []) {
      if (entry === undefined) this.#written.delete(cell);
      else this.#written.set(cell, entry);
    }
  }
}
