import { HEIGHT_KEY, either, mapOf } from "../json-schema.js";
import type { SystemRequest } from "../operation.js";
import { START_HEIGHT, isFull } from "../parameters.js";
import { MAIN_BLOCK, MAIN_BLOCK_SUMMARY } from "../record-schemas.js";

export const GET_BLOCKS = {
  type: "GetBlocks",
  summary: "Up to 256 main blocks from a height, keyed by height.",
  parameters: [START_HEIGHT, isFull("Full blocks instead of summaries when true.")],
  data: mapOf(either(MAIN_BLOCK, MAIN_BLOCK_SUMMARY), HEIGHT_KEY),
} as const satisfies SystemRequest;
