import { HEIGHT } from "../json-schema.js";
import { optional, type SystemRequest } from "../operation.js";
import { isFull } from "../parameters.js";

export const BLOCK_COUNT = {
  type: "BlockCount",
  summary: "The number of main blocks.",
  parameters: [optional("target", "string", 78, "Ignored."), isFull("Ignored.")],
  data: HEIGHT,
} as const satisfies SystemRequest;
