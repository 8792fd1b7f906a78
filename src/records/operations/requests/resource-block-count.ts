import { HEIGHT } from "../json-schema.js";
import type { SystemRequest } from "../operation.js";

export const RESOURCE_BLOCK_COUNT = {
  type: "ResourceBlockCount",
  summary: "The number of resource blocks.",
  parameters: [],
  data: HEIGHT,
} as const satisfies SystemRequest;
