import { ANY, BLOCKHASH, HEIGHT, STATE_KEY, closedObjectOf, mapOf } from "./json-schema.js";
import { MAX_STATE_KEYS } from "./limits.js";
import { operationParameter, type Operation } from "./operation.js";
import { STATE_TYPE } from "./parameters.js";

/** A state key and the comma after it. */
const KEY_LENGTH = 129;

export const STATE_AT = {
  name: "StateAt",
  summary: "State values after a main block of any age.",
  parameters: [
    STATE_TYPE,
    operationParameter({
      name: "keys",
      type: "string",
      maxlength: MAX_STATE_KEYS * KEY_LENGTH,
      requirements: true,
      summary: `Up to ${MAX_STATE_KEYS} state keys, separated by commas.`,
    }),
    operationParameter({
      name: "height",
      type: "int",
      maxlength: 20,
      summary: "The height of the block; 0 is before the first. The last block when left out.",
    }),
  ],
  isRead: true,
  data: closedObjectOf({ height: HEIGHT, blockhash: BLOCKHASH, values: mapOf(ANY, STATE_KEY) }),
} as const satisfies Operation;
