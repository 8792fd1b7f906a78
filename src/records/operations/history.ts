import { ANY, HEIGHT, closedObjectOf, described, listOf, orNull } from "./json-schema.js";
import { operationParameter, type Operation } from "./operation.js";
import { STATE_TYPE } from "./parameters.js";

/** The most values of a cell in one answer. */
export const MAX_PAST_VALUES = 100;

export const HISTORY = {
  name: "History",
  summary:
    "The values that a cell has had, newest first, each with the main block that wrote it. Answered with --explorer only.",
  parameters: [
    STATE_TYPE,
    operationParameter({
      name: "key",
      type: "string",
      maxlength: 128,
      requirements: true,
      summary: "The state key.",
    }),
    operationParameter({
      name: "before",
      type: "int",
      maxlength: 16,
      summary: "Only blocks below this height. All when left out.",
    }),
  ],
  isRead: true,
  isExplorer: true,
  data: closedObjectOf({
    values: listOf(closedObjectOf({ height: HEIGHT, value: ANY })),
    next: described(orNull(HEIGHT), "The `before` of the next page; null on the last one."),
  }),
} as const satisfies Operation;
