import { EMPTY_LIST, either } from "../json-schema.js";
import { operationParameter, type SystemRequest } from "../operation.js";
import { TRANSACTION_FATE, TRANSACTION_RECORD } from "../record-schemas.js";

export const GET_TRANSACTION = {
  type: "GetTransaction",
  summary: "One transaction record; an empty list when it is unknown.",
  parameters: [
    operationParameter({
      name: "target",
      type: "string",
      maxlength: 78,
      summary: "The transaction's hash; the latest transaction when left out.",
    }),
  ],
  data: either(TRANSACTION_RECORD, EMPTY_LIST),
  siblings: { fate: TRANSACTION_FATE },
} as const satisfies SystemRequest;
