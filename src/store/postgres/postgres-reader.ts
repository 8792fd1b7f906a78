import type { StoreMoment } from "../store.js";
import { bound } from "../bound.js";
import { PROJECTED_CODES } from "./code-writes.js";
import type { Queries } from "./queries.js";
import { PROJECTED_MAIN_BLOCKS } from "./main-blocks.js";
import { PROJECTED_RESOURCE_BLOCKS } from "./resource-blocks.js";
import { readNote } from "./schema.js";
import { PROJECTED_STATE } from "./state.js";
import { PROJECTED_TRANSACTIONS } from "./transactions.js";
import { findUndoneBlock } from "./undone-blocks.js";

const READS = {
  readMeta: readNote,
  undoneBlock: findUndoneBlock,
  ...PROJECTED_STATE,
  ...PROJECTED_CODES,
  ...PROJECTED_MAIN_BLOCKS,
  ...PROJECTED_TRANSACTIONS,
  ...PROJECTED_RESOURCE_BLOCKS,
  /** No connection of its own is open. */
  close: async () => undefined,
};

/** Reads the store. Over a pool, each call reads the present state; in a transaction, all calls read one moment. */
export function postgresReads(db: Queries): StoreMoment {
  return bound(db, READS);
}
