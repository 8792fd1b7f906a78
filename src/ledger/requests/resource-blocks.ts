import {
  emptyResourceBlock,
  resourceBlockSummaryToText,
  resourceBlockToText,
  type ResourceBlockSummary,
} from "../../records/resource-block.js";
import type { REQUESTS } from "../../records/operations/system-requests.js";
import type { Answerer } from "./answerer.js";
import { readFlag, readTarget, readInteger, readPage } from "./arguments.js";
import { finalName, finalRange } from "./final-answer.js";
import { MAX_BLOCK_SIZE } from "../../records/limits.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import type { StoreReader } from "../../store/store.js";
import { jsonMapPieces, jsonMapText } from "../answer.js";

/** The block named, the latest without a target; the empty block when it does not exist (PROTOCOL 13.9, 13.10). */
export const getResourceBlock: Answerer<typeof REQUESTS.GET_RESOURCE_BLOCK> = async (
  { store, network, resourceChain },
  argument,
) => {
  const target = readTarget(argument("target"));
  // The latest block changes.
  const fixedHeight = target === null ? 0 : resourceChain.fixedHeight;
  const found = await store.resourceBlock(target ?? "last");
  const block = found ?? emptyResourceBlock(network.constants.default_difficulty);
  const isFull = readFlag(argument("full"), true);
  const json = isFull ? resourceBlockToText(block) : resourceBlockSummaryToText(block);
  const name = isFull ? block.blockhash : `${block.blockhash}-summary`;
  return { json, ...finalName(block, fixedHeight, [name, json]) };
};

/**
 * Up to 256 blocks from a height, by height; summaries unless `full` is true (PROTOCOL 11.2, 13.9). Full ones end,
 * after the first, before they exceed the length of a block: their receipts may have members of any length
 * (PROTOCOL 10.1).
 */
export const getResourceBlocks: Answerer<typeof REQUESTS.GET_RESOURCE_BLOCKS> = async (
  { store, resourceChain },
  argument,
) => {
  const from = Math.max(1, readInteger(argument("target")) ?? 1);
  const summaries = await store.resourceBlockSummaries(from, from + MAX_BLOCKS - 1);
  const isFull = readFlag(argument("full"), false);
  const members = summaries.map((each) => [String(each.height), resourceBlockSummaryToText(each)] as const);
  return {
    json: isFull ? jsonMapPieces(fullMembers(store, summaries)) : jsonMapText(members),
    ...finalRange(summaries, resourceChain.fixedHeight, isFull),
  };
};

/** Reads one block at a time; ends early when they are too long together, or undone meanwhile. */
async function* fullMembers(
  store: StoreReader,
  summaries: readonly ResourceBlockSummary[],
): AsyncGenerator<readonly [string, string]> {
  let length = 0;
  for (const { blockhash } of summaries) {
    const block = await store.resourceBlock({ blockhash });
    if (block === null) return;
    const text = resourceBlockToText(block);
    if (length > 0 && length + text.length > MAX_BLOCK_SIZE) return;
    length += text.length;
    yield [String(block.height), text];
  }
}

/** Summaries, newest first (PROTOCOL 13.13). */
export const listResourceBlock: Answerer<typeof REQUESTS.LIST_RESOURCE_BLOCK> = async (
  { store },
  argument,
) => {
  const { page, count } = readPage(argument("page"), argument("count"));
  const last = ((await store.resourceBlock("last"))?.height ?? 0) - (page - 1) * count;
  const blocks = await store.resourceBlockSummaries(Math.max(1, last - count + 1), last);
  return { json: `[${blocks.toReversed().map(resourceBlockSummaryToText).join(",")}]` };
};

export const countResourceBlocks: Answerer<typeof REQUESTS.RESOURCE_BLOCK_COUNT> = async ({ store }) => ({
  value: BigInt((await store.resourceBlock("last"))?.height ?? 0),
});
