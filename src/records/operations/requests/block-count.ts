import { HEIGHT } from "../json-schema.js";
import { parameter, type SystemRequest } from "../operation.js";
import { isFull } from "../parameters.js";

export const BLOCK_COUNT = {
  type: "BlockCount",
  summary: "How many main blocks there are.",
  parameters: [
    parameter({ name: "target", type: "string", maxlength: 78, summary: "Changes nothing." }),
    isFull("Changes nothing."),
  ],
  data: HEIGHT,
} as const satisfies SystemRequest;
