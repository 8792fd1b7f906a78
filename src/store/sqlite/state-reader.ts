import type { StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { Statements } from "./connection.js";
import type { RecentCells } from "./recent-cells.js";
import { readState } from "./state.js";

/** The reads that the next query answers together. */
interface Batch {
  readonly cells: Promise<Map<string, Value>>;
  readonly keys: Set<string>;
  readers: number;
}

/**
 * Reads of one kind of state. Reads requested while a query is under way wait for its end and are answered by one
 * query: the round trip to the database costs a request many times as much as reading its cells. Every query begins
 * after its keys were requested, so each reader sees what was committed by then.
 */
export class StateReader {
  readonly #db: Statements;
  readonly #kind: StateKind;
  readonly #recent: RecentCells | undefined;
  #waiting: Batch | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param recent what is known of the present state without a query. */
  constructor(db: Statements, kind: StateKind, recent?: RecentCells) {
    this.#db = db;
    this.#kind = kind;
    this.#recent = recent;
  }

  /** The values of the cells that exist, by padded key. */
  async read(paddedKeys: readonly string[]): Promise<Map<string, Value>> {
    if (paddedKeys.length === 0) return new Map();
    const known = this.#recent?.read(this.#kind, paddedKeys) ?? null;
    if (known !== null) return known;
    const batch = (this.#waiting ??= this.#open());
    batch.readers += 1;
    for (const key of paddedKeys) batch.keys.add(key);
    const cells = await batch.cells;
    return batch.readers === 1 ? cells : pick(cells, paddedKeys);
  }

  #open(): Batch {
    const keys = new Set<string>();
    const cells = this.#turn.then(() => {
      this.#waiting = null;
      return this.#query([...keys]);
    });
    // Its readers receive the failure; the next batch is not affected.
    this.#turn = cells.catch(() => undefined);
    return { cells, keys, readers: 0 };
  }

  async #query(paddedKeys: readonly string[]): Promise<Map<string, Value>> {
    const version = this.#recent?.version ?? 0;
    const found = await readState(this.#db, { kind: this.#kind, paddedKeys });
    this.#recent?.noteRead(this.#kind, { paddedKeys, found, version });
    return found;
  }
}

function pick(cells: ReadonlyMap<string, Value>, keys: readonly string[]): Map<string, Value> {
  const picked = new Map<string, Value>();
  for (const key of keys) {
    const value = cells.get(key);
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}
