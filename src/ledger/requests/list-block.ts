import { mainBlockSummaryToText } from "../../records/main-block.js";
import { DEFAULT_LISTED_BLOCKS } from "../../records/operations/limits.js";
import type { LIST_BLOCK } from "../../records/operations/requests/list-block.js";
import { blockGone } from "../../store/errors.js";
import type { MainBlockSummary, StoreReader } from "../../store/store.js";
import { jsonMapPieces, jsonMapText } from "../answer.js";
import type { Answerer } from "./answerer.js";
import { readInteger } from "./arguments.js";

/** How many summaries are read at a time. More of them are sent as they are read. */
const READ_TOGETHER = 256;

/**
 * The summaries of the `count` blocks that end at `height`, or at the page's end counted back from the tip; by height,
 * ascending for -1 and descending for 1 (PROTOCOL 13.12).
 */
export const listBlock: Answerer<typeof LIST_BLOCK> = async ({ store, tip }, argument) => {
  const count = Math.max(0, readInteger(argument("count")) ?? DEFAULT_LISTED_BLOCKS);
  const page = Math.max(1, readInteger(argument("page")) ?? 1);
  const to = Math.min(tip.height, readInteger(argument("height")) ?? tip.height - (page - 1) * count);
  const from = Math.max(1, to - count + 1);
  const isDescending = readInteger(argument("sort")) === 1;
  if (to - from >= READ_TOGETHER) return { json: jsonMapPieces(members(store, { from, to, isDescending })) };
  const summaries = await store.mainBlockSummaries(from, to);
  return { json: summariesToText(isDescending ? summaries.toReversed() : summaries) };
};

interface Range {
  readonly from: number;
  readonly to: number;
  readonly isDescending: boolean;
}

/** Throws `BLOCK_GONE` when blocks are undone meanwhile: what is sent is one chain. */
async function* members(
  store: StoreReader,
  { from, to, isDescending }: Range,
): AsyncGenerator<readonly [string, string]> {
  let before: MainBlockSummary | undefined;
  for (let done = 0; done <= to - from; done += READ_TOGETHER) {
    const lowest = isDescending ? Math.max(from, to - done - READ_TOGETHER + 1) : from + done;
    const highest = isDescending ? to - done : Math.min(to, from + done + READ_TOGETHER - 1);
    const read = await store.mainBlockSummaries(lowest, highest);
    for (const summary of isDescending ? read.toReversed() : read) {
      if (before !== undefined) assertNeighbours(isDescending ? [summary, before] : [before, summary]);
      before = summary;
      yield [String(summary.height), mainBlockSummaryToText(summary)];
    }
  }
}

function assertNeighbours([parent, child]: readonly [MainBlockSummary, MainBlockSummary]): void {
  if (child.previous_blockhash === parent.blockhash) return;
  throw blockGone({ height: child.height, blockhash: child.blockhash });
}

/** Canonical JSON of the map height → summary. */
export function summariesToText(summaries: readonly MainBlockSummary[]): string {
  return jsonMapText(
    summaries.map((summary) => [String(summary.height), mainBlockSummaryToText(summary)] as const),
  );
}
