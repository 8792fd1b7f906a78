import { HEIGHT, closedObjectOf } from "../json-schema.js";
import type { SystemRequest } from "../operation.js";

export const CODE_COUNT = {
  type: "CodeCount",
  summary: "The numbers of registered contracts and requests.",
  parameters: [],
  data: closedObjectOf({ contracts: HEIGHT, requests: HEIGHT }),
} as const satisfies SystemRequest;
