import { ANY, HEIGHT, closedObjectOf, described, listOf, orNull } from "./json-schema.js";
import { optional, required, type Operation } from "./operation.js";
import { STATE_TYPE } from "./parameters.js";

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
