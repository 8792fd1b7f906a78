import { ADDRESS, TIME_HASH, mapOf, closedObjectOf } from "./json-schema.js";
import { MAX_NEWS_WAIT_MS, MAX_WANTED, NEWS_ID_LENGTH } from "./limits.js";
import { optional, type Operation } from "./operation.js";
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
    optional(
      "round_key",
      "string",
      78,
      "The blockhash that names the round; the latest block's when left out.",
    ),
    optional(
      "since",
      "string",
      64,
      "Between nodes (15.15): the cursor of the last answer, empty at first. `data` then holds what is wanted and the node's own new statements; the answer's `news` names the rest.",
    ),
    optional(
      "wanted",
      "string",
      MAX_WANTED * (NEWS_ID_LENGTH + ",".length),
      `With \`since\`: the ids of up to ${MAX_WANTED} records, separated by commas.`,
    ),
    optional(
      "tip",
      "string",
      32,
      "With `since`: the id of the caller's last main block. If the node's last block follows it, `news` holds that block.",
    ),
    optional(
      "wait",
      "int",
      5,
      `With \`since\`: how long to wait for something new, at most ${MAX_NEWS_WAIT_MS} ms.`,
    ),
  ],
  isRead: true,
  data: byChain(MAIN_BROADCAST, RESOURCE_BROADCAST),
} as const satisfies Operation;
