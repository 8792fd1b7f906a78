import { TIME_HASH, mapOf } from "../json-schema.js";
import { MAX_LISTED_TRANSACTIONS } from "../limits.js";
import { operationParameter, type SystemRequest } from "../operation.js";
import { PAGE, mandatoryCount } from "../parameters.js";
import { TRANSACTION_RECORD } from "../record-schemas.js";

export const LIST_TRANSACTION = {
  type: "ListTransaction",
  summary: "Transaction records, newest first, keyed by hash.",
  parameters: [
    operationParameter({
      name: "address",
      isAddress: true,
      type: "string",
      maxlength: 44,
      summary: "Only transactions from or to this address.",
    }),
    PAGE,
    mandatoryCount(MAX_LISTED_TRANSACTIONS),
  ],
  data: mapOf(TRANSACTION_RECORD, TIME_HASH),
} as const satisfies SystemRequest;
