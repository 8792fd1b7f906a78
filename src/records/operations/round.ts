import { HEIGHT, TIMESTAMP, described, closedObjectOf, type Read, type Schema } from "./json-schema.js";
import { optional, type Operation } from "./operation.js";
import { CHAIN_TYPE, byChain } from "./parameters.js";
import { MAIN_BLOCK_SUMMARY, RESOURCE_BLOCK_SUMMARY } from "./record-schemas.js";

function roundOf<Block>(block: Schema<Block>) {
  return closedObjectOf({
    block,
    sync_limit: described(HEIGHT, "The height of the chain's latest block."),
    timestamp: TIMESTAMP,
  });
}

export type Round<Block> = Read<ReturnType<typeof roundOf<Block>>>;

export const MAIN_ROUND = roundOf(MAIN_BLOCK_SUMMARY);
export const RESOURCE_ROUND = roundOf(RESOURCE_BLOCK_SUMMARY);

export const ROUND = {
  name: "Round",
  summary: "The summary of a block and how far the node's chain goes.",
  parameters: [
    CHAIN_TYPE,
    optional("height", "int", 20, "The block's height; the latest block's when left out."),
    optional("main", "int", 20, "With chain_type `all`: the main block's height."),
    optional("resource", "int", 20, "With chain_type `all`: the resource block's height."),
  ],
  isRead: true,
  data: byChain(MAIN_ROUND, RESOURCE_ROUND),
} as const satisfies Operation;
