import type { StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { Statements } from "./connection.js";
import { GatheredReads } from "./gathered-reads.js";
import type { RecentCells } from "./recent-cells.js";
import { readState } from "./state.js";

/** Reads of the present state of one kind, by padded key. */
export class StateReader {
  readonly #kind: StateKind;
  readonly #recent: RecentCells | undefined;
  readonly #cells: GatheredReads<string, Value>;

  /** @param recent what is known of the present state without a query. */
  constructor(db: Statements, kind: StateKind, recent?: RecentCells) {
    this.#kind = kind;
    this.#recent = recent;
    this.#cells = new GatheredReads(async (paddedKeys) => {
      const version = recent?.version ?? 0;
      const found = await readState(db, kind, paddedKeys);
      recent?.noteRead(kind, { paddedKeys, found, version });
      return found;
    });
  }

  /** The values of the cells that exist, by padded key. */
  async read(paddedKeys: readonly string[]): Promise<Map<string, Value>> {
    if (paddedKeys.length === 0) return new Map();
    return this.#recent?.read(this.#kind, paddedKeys) ?? this.#cells.read(paddedKeys);
  }
}
