import {
  ANY,
  BLOCKHASH,
  HEIGHT,
  STATE_KEY,
  closedObjectOf,
  described,
  listOf,
  orNull,
} from "./json-schema.js";
import { optional, required, type Operation } from "./operation.js";
import { STATE_TYPE } from "./parameters.js";

/** The most cells that one answer looks at: their longest values together take some megabytes. */
export const MAX_LISTED_CELLS = 64;

export const LIST_CELLS = {
  name: "ListCells",
  summary:
    "The cells of an attribute in the order of their keys, after a main block of any age. Answered with --explorer only.",
  parameters: [
    STATE_TYPE,
    required(
      "prefix",
      "string",
      128,
      "The 64 characters that the attribute's state keys begin with, SHA-256 of writer, space and attribute; then any beginning of a key.",
    ),
    optional("after", "string", 128, "The `next` of the last page. The first page when left out."),
    optional(
      "height",
      "int",
      16,
      "The main block after which the cells are listed. The last one when left out.",
    ),
  ],
  isRead: true,
  isExplorer: true,
  data: closedObjectOf({
    height: HEIGHT,
    blockhash: BLOCKHASH,
    cells: described(
      listOf(
        closedObjectOf({
          key: STATE_KEY,
          value: ANY,
          height: described(HEIGHT, "The main block that wrote it."),
        }),
      ),
      `At most ${MAX_LISTED_CELLS}; cells that are absent at that height shorten a page.`,
    ),
    next: described(orNull(STATE_KEY), "The `after` of the next page; null on the last one."),
  }),
} as const satisfies Operation;
