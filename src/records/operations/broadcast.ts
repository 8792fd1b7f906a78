import { ADDRESS, TIME_HASH, mapOf, closedObjectOf } from "./json-schema.js";
import { operationParameter, type Operation } from "./operation.js";
import { CHAIN_TYPE, byChain } from "./parameters.js";
import { CHUNK, HYPOTHESIS, RECEIPT, TRANSACTION_RECORD } from "./record-schemas.js";

export const MAIN_BROADCAST = closedObjectOf({
  transactions: mapOf(TRANSACTION_RECORD, TIME_HASH),
  chunks: mapOf(CHUNK, ADDRESS),
  hypotheses: mapOf(HYPOTHESIS, ADDRESS),
});
export const RESOURCE_BROADCAST = closedObjectOf({ receipts: mapOf(RECEIPT, ADDRESS) });

export const BROADCAST = {
  name: "Broadcast",
  summary: "What the node holds for the coming block of a round.",
  parameters: [
    CHAIN_TYPE,
    operationParameter({
      name: "round_key",
      type: "string",
      maxlength: 78,
      summary: "The blockhash that names the round; the latest block's when left out.",
    }),
  ],
  isRead: true,
  data: byChain(MAIN_BROADCAST, RESOURCE_BROADCAST),
} as const satisfies Operation;
