import { HEIGHT_KEY, mapOf } from "../json-schema.js";
import { DEFAULT_LISTED_BLOCKS, MAX_LISTED_BLOCKS } from "../limits.js";
import { optional, type SystemRequest } from "../operation.js";
import { MAIN_BLOCK_SUMMARY } from "../record-schemas.js";

export const LIST_BLOCK = {
  type: "ListBlock",
  summary: "The summaries of the `count` main blocks that end at `height`, keyed by height.",
  parameters: [
    optional("height", "int", 16, "The last height of the list; the latest block's when left out."),
    optional("count", "int", 4, `The number of blocks, at most ${MAX_LISTED_BLOCKS}.`, {
      default: BigInt(DEFAULT_LISTED_BLOCKS),
      maximum: MAX_LISTED_BLOCKS,
    }),
    optional("sort", "int", 2, "-1 gives the keys in ascending order, 1 in descending order.", {
      default: -1n,
    }),
    optional("page", "int", 16, "Instead of a height: the page of `count` blocks. Page 1 is the newest."),
  ],
  data: mapOf(MAIN_BLOCK_SUMMARY, HEIGHT_KEY),
} as const satisfies SystemRequest;
