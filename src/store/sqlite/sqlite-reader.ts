import type { StateKind } from "../../codec/state-key.js";
import type { MainBlockSummary, StoredTransaction, StoreMoment } from "../store.js";
import { bound } from "../bound.js";
import { columnAndValue } from "../selected-rows.js";
import { lengthOfCells } from "../cells.js";
import { SqliteChainIndex } from "./chain-index.js";
import { CODE_READS } from "./code-writes.js";
import type { Statements } from "./connection.js";
import { MAIN_BLOCK_READS, namedSummaries } from "./main-blocks.js";
import type { RecentCells } from "./recent-cells.js";
import { GatheredReads } from "./gathered-reads.js";
import { readMeta } from "./schema.js";
import { RESOURCE_BLOCK_READS } from "./resource-blocks.js";
import { readState, STATE_READS, stateLength } from "./state.js";
import { StateReader } from "./state-reader.js";
import { readTransactionRows, TRANSACTION_READS } from "./transactions.js";
import { undoneBlock } from "./undone-blocks.js";

const READS = {
  readMeta,
  undoneBlock,
  ...STATE_READS,
  ...CODE_READS,
  ...MAIN_BLOCK_READS,
  ...TRANSACTION_READS,
  ...RESOURCE_BLOCK_READS,
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
  return {
    ...bound(db, READS),
    index: new SqliteChainIndex(db),
    readState: (kind, paddedKeys, height) =>
      height === undefined ? states[kind].read(paddedKeys) : readState(db, kind, paddedKeys, height),
    async stateLength(kind, paddedKeys) {
      const known = recent?.read(kind, paddedKeys) ?? null;
      return known === null ? stateLength(db, kind, paddedKeys) : lengthOfCells(known.values());
    },
    mainBlockSummary: (target) => summaries.readOne(columnAndValue(target)[1]),
    transaction: (hash) => records.readOne(hash),
    close: async () => undefined,
  };
}
