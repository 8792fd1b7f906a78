import { either } from "../json-schema.js";
import type { SystemRequest } from "../operation.js";
import { BLOCK_TARGET, isFull } from "../parameters.js";
import { MAIN_BLOCK, MAIN_BLOCK_SUMMARY } from "../record-schemas.js";

export const GET_BLOCK = {
  type: "GetBlock",
  summary: "One main block, or the empty block of height 0 if it does not exist.",
  parameters: [BLOCK_TARGET, isFull("The summary instead of the full block when given as false.")],
  data: either(MAIN_BLOCK, MAIN_BLOCK_SUMMARY),
} as const satisfies SystemRequest;
