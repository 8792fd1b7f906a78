import { HEIGHT_KEY, mapOf } from "../json-schema.js";
import { DEFAULT_LISTED_BLOCKS, MAX_LISTED_BLOCKS } from "../limits.js";
import { operationParameter, type SystemRequest } from "../operation.js";
import { MAIN_BLOCK_SUMMARY } from "../record-schemas.js";

export const LIST_BLOCK = {
  type: "ListBlock",
  summary: "The summaries of the `count` main blocks that end at `height`, keyed by height.",
  parameters: [
    operationParameter({
      name: "height",
      type: "int",
      maxlength: 16,
      summary: "The last height of the list; the latest block's when left out.",
    }),
    operationParameter({
      name: "count",
      type: "int",
      maxlength: 4,
      default: BigInt(DEFAULT_LISTED_BLOCKS),
      maximum: MAX_LISTED_BLOCKS,
      summary: `The number of blocks, at most ${MAX_LISTED_BLOCKS}.`,
    }),
    operationParameter({
      name: "sort",
      type: "int",
      maxlength: 2,
      default: -1n,
      summary: "-1 gives the keys in ascending order, 1 in descending order.",
    }),
    operationParameter({
      name: "page",
      type: "int",
      maxlength: 16,
      summary: "Instead of a height: the page of `count` blocks. Page 1 is the newest.",
    }),
  ],
  data: mapOf(MAIN_BLOCK_SUMMARY, HEIGHT_KEY),
} as const satisfies SystemRequest;
