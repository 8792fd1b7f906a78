import { HEIGHT } from "../json-schema.js";
import type { SystemRequest } from "../operation.js";

export const RESOURCE_BLOCK_COUNT = {
  type: "ResourceBlockCount",
  summary: "How many resource blocks there are.",
  parameters: [],
  data: HEIGHT,
} as const satisfies SystemRequest;
