import { BOOLEAN, INTEGER, TEXT, described, closedObjectOf, withOptional } from "./json-schema.js";
import type { Operation } from "./operation.js";
import { MAIN_BLOCK_SUMMARY, RESOURCE_BLOCK_SUMMARY } from "./record-schemas.js";

export const INFO = {
  name: "Info",
  summary: "What the node is doing, and the latest block of both chains.",
  parameters: [],
  isRead: true,
  data: withOptional(
    closedObjectOf({
      status: TEXT,
      version: described(TEXT, "The protocol version."),
      chain_maker_policy: BOOLEAN,
      resource_miner_policy: BOOLEAN,
      peer_searcher_policy: BOOLEAN,
      collector_policy: BOOLEAN,
      mining: BOOLEAN,
      last_block: MAIN_BLOCK_SUMMARY,
      last_resource_block: RESOURCE_BLOCK_SUMMARY,
    }),
    { rules: described(INTEGER, "The rules of the network; left out for rules 1 (PROTOCOL 16).") },
  ),
} as const satisfies Operation;
