import { listOf } from "../json-schema.js";
import { MAX_LISTED_RESOURCE_BLOCKS } from "../limits.js";
import type { SystemRequest } from "../operation.js";
import { PAGE, mandatoryCount } from "../parameters.js";
import { RESOURCE_BLOCK_SUMMARY } from "../record-schemas.js";

export const LIST_RESOURCE_BLOCK = {
  type: "ListResourceBlock",
  summary: "Resource block summaries, newest first.",
  parameters: [PAGE, mandatoryCount(MAX_LISTED_RESOURCE_BLOCKS)],
  data: listOf(RESOURCE_BLOCK_SUMMARY),
} as const satisfies SystemRequest;
