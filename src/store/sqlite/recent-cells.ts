import { LRUCache } from "lru-cache";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { detached } from "../../codec/text.js";
import type { Value } from "../../codec/value.js";
import type { MainBlockCommit } from "../store.js";

/** A value that takes little memory and cannot change. */
type ShortValue = string | bigint | boolean;

/** The cells of four full blocks of transfers; both kinds take up to some ten megabytes. */
const MAX_CELLS = 16_384;
const MAX_LENGTH = 128;
/** What is kept of an absent cell. */
const ABSENT = Symbol("absent");

interface AnsweredQuery {
  readonly paddedKeys: readonly string[];
  /** The cells that exist. */
  readonly found: ReadonlyMap<string, Value>;
  /** That of the recent cells when the query began. */
  readonly version: number;
}

/**
 * The present values of short cells that were read or written last, by padded key. A call to the database takes longer than
 * the execution of a transfer, and longer still while a block is being written.
 */
export class RecentCells {
  readonly #cells = { universal: cellsByKey(), local: cellsByKey() };
  #version = 0;

  /** Changes with every block. What was read from the database is kept only if it did not change meanwhile. */
  get version(): number {
    return this.#version;
  }

  /** The values of the cells that exist; null when one of the cells is not known here. */
  read(kind: StateKind, paddedKeys: readonly string[]): Map<string, Value> | null {
    const cells = this.#cells[kind];
    const found = new Map<string, Value>();
    for (const key of paddedKeys) {
      const value = cells.get(key);
      if (value === undefined) return null;
      if (value !== ABSENT) found.set(key, value);
    }
    return found;
  }

  /** Keeps what the database answered to a query. */
  noteRead(kind: StateKind, { paddedKeys, found, version }: AnsweredQuery): void {
    if (version !== this.#version) return;
    for (const key of paddedKeys) this.#set(kind, key, found.get(key) ?? null);
  }

  /** Keeps what blocks wrote, once they are committed. */
  noteCommit(commits: readonly MainBlockCommit[]): void {
    this.#version += 1;
    for (const commit of commits)
      for (const kind of ["universal", "local"] as const)
        for (const { key, value } of commit[kind]) this.#set(kind, padStateKey(key), value);
  }

  /** Forgets all: the last block was undone, or it is not known what the database holds. */
  clear(): void {
    this.#version += 1;
    this.#cells.universal.clear();
    this.#cells.local.clear();
  }

  #set(kind: StateKind, key: string, value: Value): void {
    const cells = this.#cells[kind];
    if (value === null) cells.set(key, ABSENT);
    else if (isShort(value)) cells.set(key, typeof value === "string" ? detached(value) : value);
    else cells.delete(key);
  }
}

/** With a size instead of a maximum, the cache takes its memory as it fills. */
function cellsByKey() {
  return new LRUCache<string, ShortValue | typeof ABSENT>({ maxSize: MAX_CELLS, sizeCalculation: () => 1 });
}

function isShort(value: Value): value is ShortValue {
  if (typeof value === "string") return value.length <= MAX_LENGTH;
  return typeof value === "boolean" || (typeof value === "bigint" && BigInt.asIntN(64, value) === value);
}
