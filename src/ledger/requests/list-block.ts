import { mainBlockSummaryToText } from "../../records/main-block.js";
import { DEFAULT_LISTED_BLOCKS } from "../../records/operations/limits.js";
import type { LIST_BLOCK } from "../../records/operations/requests/list-block.js";
import type { MainBlockSummary } from "../../store/store.js";
import { jsonMapText } from "../answer.js";
import type { Answerer } from "./answerer.js";
import { readInteger } from "./arguments.js";

/**
 * The summaries of the `count` blocks that end at `height`, or at the page's end counted back from the tip; by height,
 * ascending for -1 and descending for 1 (PROTOCOL 13.12).
 */
export const listBlock: Answerer<typeof LIST_BLOCK> = async ({ store, tip }, argument) => {
  const count = Math.max(0, readInteger(argument("count")) ?? DEFAULT_LISTED_BLOCKS);
  const page = Math.max(1, readInteger(argument("page")) ?? 1);
  const last = Math.min(tip.height, readInteger(argument("height")) ?? tip.height - (page - 1) * count);
  const summaries = await store.mainBlockSummaries(Math.max(1, last - count + 1), last);
  return { json: summariesToText(readInteger(argument("sort")) === 1 ? summaries.toReversed() : summaries) };
};

/** Canonical JSON of the map height → summary. */
export function summariesToText(summaries: readonly MainBlockSummary[]): string {
  return jsonMapText(
    summaries.map((summary) => [String(summary.height), mainBlockSummaryToText(summary)] as const),
  );
}
