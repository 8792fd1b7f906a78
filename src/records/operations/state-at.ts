import { ANY, BLOCKHASH, HEIGHT, STATE_KEY, closedObjectOf, mapOf } from "./json-schema.js";
import { MAX_STATE_KEYS } from "./limits.js";
import { optional, required, type Operation } from "./operation.js";
import { STATE_TYPE } from "./parameters.js";

/** A state key and the comma after it. */
const KEY_LENGTH = 129;

export const STATE_AT = {
  name: "StateAt",
  summary: "State values after a main block of any age.",
  parameters: [
    STATE_TYPE,
    required(
      "keys",
      "string",
      MAX_STATE_KEYS * KEY_LENGTH,
      `Up to ${MAX_STATE_KEYS} state keys, separated by commas.`,
    ),
    optional(
      "height",
      "int",
      20,
      "The height of the block; 0 is before the first. The last block when left out.",
      // A rounded height would give the values of another block, and no one would notice.
      { isExact: true },
    ),
  ],
  isRead: true,
  data: closedObjectOf({ height: HEIGHT, blockhash: BLOCKHASH, values: mapOf(ANY, STATE_KEY) }),
} as const satisfies Operation;
