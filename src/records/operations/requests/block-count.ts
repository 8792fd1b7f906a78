import { HEIGHT } from "../json-schema.js";
import { operationParameter, type SystemRequest } from "../operation.js";
import { isFull } from "../parameters.js";

export const BLOCK_COUNT = {
  type: "BlockCount",
  summary: "The number of main blocks.",
  parameters: [
    operationParameter({ name: "target", type: "string", maxlength: 78, summary: "Ignored." }),
    isFull("Ignored."),
  ],
  data: HEIGHT,
} as const satisfies SystemRequest;
