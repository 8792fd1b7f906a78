import { TIME_HASH, mapOf } from "../json-schema.js";
import { MAX_LISTED_TRANSACTIONS } from "../limits.js";
import { optional, type SystemRequest } from "../operation.js";
import { PAGE, mandatoryCount } from "../parameters.js";
import { TRANSACTION_RECORD } from "../record-schemas.js";

export const LIST_TRANSACTION = {
  type: "ListTransaction",
  summary: "Transaction records, newest first, keyed by hash.",
  parameters: [
    optional("address", "string", 44, "Only transactions from or to this address.", { isAddress: true }),
    PAGE,
    mandatoryCount(MAX_LISTED_TRANSACTIONS),
  ],
  data: mapOf(TRANSACTION_RECORD, TIME_HASH),
} as const satisfies SystemRequest;
