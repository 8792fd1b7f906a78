import {
  EMPTY_MAIN_BLOCK,
  mainBlockSummaryToText,
  mainBlockToPieces,
  mainBlockToText,
  type MainBlockTexts,
} from "../../records/main-block-text.js";
import type { MainBlockSummary } from "../../store/store.js";
import { jsonMapText } from "../answer.js";
import { MAX_BLOCKS, readFlag, readInteger, readTarget } from "./arguments.js";
import { isFixed, type Answerer } from "./answerer.js";

const DEFAULT_LIST_COUNT = 20;

/** GetBlock: the block named, the latest when none is; the empty block where there is no such one. */
export const getBlock: Answerer = async ({ store, tip, resourceChain }, argument) => {
  const named = readTarget(argument("target"));
  // The latest block is another one later.
  const fixedHeight = named === null ? 0 : resourceChain.fixedMainHeight;
  const target = named ?? { height: tip.height };
  if (readFlag(argument("full"), true)) {
    const block = (await store.mainBlock(target)) ?? EMPTY_MAIN_BLOCK;
    return { json: mainBlockToText(block), isFinal: isFixed(block, fixedHeight) };
  }
  const summary = (await store.mainBlockSummary(target)) ?? { ...EMPTY_MAIN_BLOCK, transaction_count: 0 };
  return { json: mainBlockSummaryToText(summary), isFinal: isFixed(summary, fixedHeight) };
};

/**
 * ListBlock: the summaries of the `count` blocks that end at `height`, or at the page's end counted back from the tip;
 * by height, ascending for -1 and descending for 1.
 */
export const listBlock: Answerer = async ({ store, tip }, argument) => {
  const count = Math.max(0, readInteger(argument("count")) ?? DEFAULT_LIST_COUNT);
  const page = Math.max(1, readInteger(argument("page")) ?? 1);
  const last = Math.min(tip.height, readInteger(argument("height")) ?? tip.height - (page - 1) * count);
  const summaries = await store.mainBlockSummaries(Math.max(1, last - count + 1), last);
  const members = summaries.map(toMember);
  return { json: jsonMapText(readInteger(argument("sort")) === 1 ? members.reverse() : members) };
};

/** BlockCount: how many main blocks there are. */
export const blockCount: Answerer = async ({ tip }) => ({ value: BigInt(tip.height) });

/** GetBlocks: up to 256 blocks from a height, by height; summaries unless the full form is asked for. */
export const getBlocks: Answerer = async ({ store, tip, resourceChain }, argument) => {
  const from = Math.max(1, readInteger(argument("target")) ?? 1);
  const last = from + MAX_BLOCKS - 1;
  const to = Math.min(tip.height, last);
  // Only a full range never grows.
  const isFinal = last <= resourceChain.fixedMainHeight;
  if (!readFlag(argument("full"), false)) {
    return { json: jsonMapText((await store.mainBlockSummaries(from, to)).map(toMember)), isFinal };
  }
  return { json: fullBlocks(store.streamMainBlocks(from, to)), isFinal };
};

function toMember(summary: MainBlockSummary): readonly [string, string] {
  return [String(summary.height), mainBlockSummaryToText(summary)];
}

/** Canonical JSON of the map height → full form, in pieces; the empty one is `[]` (PROTOCOL 1). */
async function* fullBlocks(blocks: AsyncIterable<MainBlockTexts>): AsyncIterable<string> {
  let separator = "{";
  for await (const block of blocks) {
    yield `${separator}"${block.height}":`;
    yield* mainBlockToPieces(block);
    separator = ",";
  }
  yield separator === "{" ? "[]" : "}";
}
