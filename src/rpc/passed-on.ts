import { BROADCAST } from "../records/operations/broadcast.js";
import { LIST_CALLS } from "../records/operations/list-calls.js";
import { LIST_CELLS } from "../records/operations/list-cells.js";
import { OVERVIEW } from "../records/operations/overview.js";
import { PEER } from "../records/operations/peer.js";
import { SEARCH } from "../records/operations/search.js";
import { SEND_RAW_TRANSACTION } from "../records/operations/send-raw-transaction.js";
import { SEND_TRANSACTION } from "../records/operations/send-transaction.js";
import { STATISTICS } from "../records/operations/statistics.js";

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
