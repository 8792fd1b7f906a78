import { BROADCAST } from "../records/operations/broadcast.js";
import { LIST_CALLS, LIST_CELLS, OVERVIEW, SEARCH, STATISTICS } from "../records/operations/explorer.js";
import { PEER } from "../records/operations/node.js";
import { SEND_RAW_TRANSACTION, SEND_TRANSACTION } from "../records/operations/transactions.js";

/**
 * The operations that a reader leaves to the node behind it: what is sent, what the node knows of its neighbours, and what
 * needs the node's index.
 */
export const PASSED_ON: ReadonlySet<string> = new Set(
  [
    SEND_TRANSACTION,
    SEND_RAW_TRANSACTION,
    PEER,
    BROADCAST,
    SEARCH,
    LIST_CELLS,
    LIST_CALLS,
    OVERVIEW,
    STATISTICS,
  ].map(({ name }) => name),
);
