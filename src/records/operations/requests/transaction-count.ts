import { HEIGHT } from "../json-schema.js";
import type { SystemRequest } from "../operation.js";

export const TRANSACTION_COUNT = {
  type: "TransactionCount",
  summary: "The number of transactions in the main chain.",
  parameters: [],
  data: HEIGHT,
} as const satisfies SystemRequest;
