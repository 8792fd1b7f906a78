import { EMPTY_LIST, either } from "../json-schema.js";
import { optional, type SystemRequest } from "../operation.js";
import { TRANSACTION_FATE, TRANSACTION_RECORD } from "../record-schemas.js";

export const GET_TRANSACTION = {
  type: "GetTransaction",
  summary: "One transaction record; an empty list when it is unknown.",
  parameters: [
    optional("target", "string", 78, "The transaction's hash; the latest transaction when left out."),
  ],
  data: either(TRANSACTION_RECORD, EMPTY_LIST),
  siblings: { fate: TRANSACTION_FATE },
} as const satisfies SystemRequest;
