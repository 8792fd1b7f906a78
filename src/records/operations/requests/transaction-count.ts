import { HEIGHT } from "../json-schema.js";
import type { SystemRequest } from "../operation.js";

export const TRANSACTION_COUNT = {
  type: "TransactionCount",
  summary: "How many transactions the main chain holds.",
  parameters: [],
  data: HEIGHT,
} as const satisfies SystemRequest;
