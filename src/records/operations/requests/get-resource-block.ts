import { either } from "../json-schema.js";
import type { SystemRequest } from "../operation.js";
import { BLOCK_TARGET, isFull } from "../parameters.js";
import { RESOURCE_BLOCK, RESOURCE_BLOCK_SUMMARY } from "../record-schemas.js";

export const GET_RESOURCE_BLOCK = {
  type: "GetResourceBlock",
  summary: "One resource block, or the empty block of height 0 if it does not exist.",
  parameters: [BLOCK_TARGET, isFull("The summary instead of the full block when given as false.")],
  data: either(RESOURCE_BLOCK, RESOURCE_BLOCK_SUMMARY),
} as const satisfies SystemRequest;
