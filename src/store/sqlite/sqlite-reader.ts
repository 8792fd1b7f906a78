import type { StateKind } from "../../codec/state-key.js";
import type { MainBlockSummary, StoredTransaction, StoreMoment } from "../store.js";
import { bound } from "../decorated.js";
import { lengthOfCells } from "../cells.js";
import { sqliteChainIndex } from "./chain-index.js";
import type { Statements } from "./connection.js";
import { BLOCK_READS, namedSummaries } from "./main-blocks.js";
import { keptReads } from "./kept-reads.js";
import type { RecentCells } from "./recent-cells.js";
import { GatheredReads } from "./gathered-reads.js";
import { readMeta } from "./schema.js";
import { CELL_READS, STATE_READS } from "./state.js";
import { readTransactionRows } from "./transactions.js";
import type { Value } from "../../codec/value.js";

const READS = {
  readMeta,
  ...STATE_READS,
  ...BLOCK_READS,
};

/**
 * What can be read of the store: on a connection as it is at each call, in a transaction as it is at one moment. The
 * connection is closed by its owner.
 *
 * @param recent what is known of the present state without a query.
 */
export function sqliteReads(db: Statements, recent?: RecentCells): StoreMoment {
  const states: Readonly<Record<StateKind, StateReader>> = {
    universal: new StateReader(db, "universal", recent),
    local: new StateReader(db, "local", recent),
  };
  const summaries = new GatheredReads<number | string, MainBlockSummary>((names) =>
    namedSummaries(db, names),
  );
  const records = new GatheredReads<string, StoredTransaction>((hashes) => readTransactionRows(db, hashes));
  return keptReads(db, {
    ...bound(db, READS),
    index: sqliteChainIndex(db),
    readState: (kind, paddedKeys, height) =>
      height === undefined
        ? states[kind].read(paddedKeys)
        : CELL_READS.readState(db, kind, paddedKeys, height),
    async stateLength(kind, paddedKeys) {
      const known = recent?.read(kind, paddedKeys) ?? null;
      return known === null ? CELL_READS.stateLength(db, kind, paddedKeys) : lengthOfCells(known.values());
    },
    mainBlockSummary: (target) =>
      target === "last"
        ? BLOCK_READS.mainBlockSummary(db, target)
        : summaries.readOne("height" in target ? target.height : target.blockhash),
    transaction: (hash) => records.readOne(hash),
    close: async () => undefined,
  });
}

/** Reads of the present state of one kind, by padded key. */
class StateReader {
  readonly #kind: StateKind;
  readonly #recent: RecentCells | undefined;
  readonly #cells: GatheredReads<string, Value>;

  /** @param recent what is known of the present state without a query. */
  constructor(db: Statements, kind: StateKind, recent?: RecentCells) {
    this.#kind = kind;
    this.#recent = recent;
    this.#cells = new GatheredReads(async (paddedKeys) => {
      const version = recent?.version ?? 0;
      const found = await CELL_READS.readState(db, kind, paddedKeys);
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
