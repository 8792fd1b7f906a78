import {
  ANY,
  HEIGHT,
  STATE_KEY,
  closedObjectOf,
  BLOCKHASH,
  mapOf,
  described,
  listOf,
  orNull,
} from "./json-schema.js";
import { required, type Operation, optional } from "./operation.js";
import { STATE_TYPE } from "./parameters.js";
import { MAX_STATE_KEYS } from "./limits.js";

export const INSPECT = {
  name: "Inspect",
  summary: "One state value, with the height it was read at.",
  parameters: [
    STATE_TYPE,
    required("key", "string", 128, "The state key: 64 characters of prefix, then the key."),
  ],
  isRead: true,
  data: closedObjectOf({ key: STATE_KEY, value: ANY, height: HEIGHT }),
} as const satisfies Operation;

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

export const MAX_PAST_VALUES = 100;

export const HISTORY = {
  name: "History",
  summary:
    "The values that a cell has had, newest first, each with the main block that wrote it. Answered with --explorer only.",
  parameters: [
    STATE_TYPE,
    required("key", "string", 128, "The state key."),
    optional("before", "int", 16, "Only blocks below this height. All when left out."),
  ],
  isRead: true,
  isExplorer: true,
  data: closedObjectOf({
    values: listOf(closedObjectOf({ height: HEIGHT, value: ANY })),
    next: described(orNull(HEIGHT), "The `before` of the next page; null on the last one."),
  }),
} as const satisfies Operation;
