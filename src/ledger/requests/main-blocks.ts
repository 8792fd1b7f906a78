import {
  EMPTY_MAIN_BLOCK,
  mainBlockSummaryToText,
  mainBlockToPieces,
  mainBlockToText,
} from "../../records/main-block-text.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import type { MainBlockSummary, Store } from "../../store/store.js";
import { jsonMapPieces, jsonMapText } from "../answer.js";
import type { Answerer } from "./answerer.js";
import { readFlag, readInteger, readTarget } from "./arguments.js";
import { finalName, finalRange } from "./final-answer.js";

const DEFAULT_LIST_COUNT = 20;

/**
 * GetBlock: the block named, the latest without a target; the empty block when it does not exist
 * (PROTOCOL 13.9, 13.10).
 */
export const getBlock: Answerer = async ({ store, tip, resourceChain }, argument) => {
  const named = readTarget(argument("target"));
  // The latest block changes.
  const fixedHeight = named === null ? 0 : resourceChain.fixedMainHeight;
  const target = named ?? { height: tip.height };
  const found = await store.mainBlockSummary(target);
  if (readFlag(argument("full"), true)) {
    if (found === null) return { json: mainBlockToText(EMPTY_MAIN_BLOCK) };
    // In pieces, because a block may have many megabytes.
    const json = mainBlockToPieces(found, store.mainBlockBody(found));
    return { json, ...finalName(found, fixedHeight, found.blockhash) };
  }
  const summary = found ?? { ...EMPTY_MAIN_BLOCK, transaction_count: 0 };
  const json = mainBlockSummaryToText(summary);
  return { json, ...finalName(summary, fixedHeight, `${summary.blockhash}-summary`) };
};

/**
 * ListBlock: the summaries of the `count` blocks that end at `height`, or at the page's end counted back from the tip;
 * by height, ascending for -1 and descending for 1 (PROTOCOL 13.12).
 */
export const listBlock: Answerer = async ({ store, tip }, argument) => {
  const count = Math.max(0, readInteger(argument("count")) ?? DEFAULT_LIST_COUNT);
  const page = Math.max(1, readInteger(argument("page")) ?? 1);
  const last = Math.min(tip.height, readInteger(argument("height")) ?? tip.height - (page - 1) * count);
  const summaries = await store.mainBlockSummaries(Math.max(1, last - count + 1), last);
  const members = summaries.map(toMember);
  return { json: jsonMapText(readInteger(argument("sort")) === 1 ? members.reverse() : members) };
};

/** BlockCount: the number of main blocks. */
export const blockCount: Answerer = async ({ tip }) => ({ value: BigInt(tip.height) });

/** GetBlocks: up to 256 blocks from a height, by height; summaries unless `full` is true (PROTOCOL 11.2, 13.9). */
export const getBlocks: Answerer = async ({ store, tip, resourceChain }, argument) => {
  const from = Math.max(1, readInteger(argument("target")) ?? 1);
  const last = from + MAX_BLOCKS - 1;
  const summaries = await store.mainBlockSummaries(from, Math.min(tip.height, last));
  const isFull = readFlag(argument("full"), false);
  return {
    json: isFull ? jsonMapPieces(fullMembers(store, summaries)) : jsonMapText(summaries.map(toMember)),
    ...finalRange(summaries, resourceChain.fixedMainHeight, isFull),
  };
};

function toMember(summary: MainBlockSummary): readonly [string, string] {
  return [String(summary.height), mainBlockSummaryToText(summary)];
}

async function* fullMembers(
  store: Store,
  summaries: readonly MainBlockSummary[],
): AsyncGenerator<readonly [string, AsyncIterable<string>]> {
  for (const summary of summaries)
    yield [String(summary.height), mainBlockToPieces(summary, store.mainBlockBody(summary))];
}
