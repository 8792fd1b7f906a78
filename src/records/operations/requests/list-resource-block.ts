import { listOf } from "../json-schema.js";
import type { SystemRequest } from "../operation.js";
import { PAGE, mandatoryCount } from "../parameters.js";
import { RESOURCE_BLOCK_SUMMARY } from "../record-schemas.js";

export const LIST_RESOURCE_BLOCK = {
  type: "ListResourceBlock",
  summary: "Resource block summaries, newest first.",
  parameters: [PAGE, mandatoryCount(100)],
  data: listOf(RESOURCE_BLOCK_SUMMARY),
} as const satisfies SystemRequest;
