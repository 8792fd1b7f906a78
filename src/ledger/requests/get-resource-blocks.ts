import { MAX_BLOCK_SIZE } from "../../records/limits.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import type { GET_RESOURCE_BLOCKS } from "../../records/operations/requests/get-resource-blocks.js";
import {
  resourceBlockSummaryToText,
  resourceBlockToText,
  type ResourceBlockSummary,
} from "../../records/resource-block.js";
import type { StoreReader } from "../../store/store.js";
import { jsonMapPieces, jsonMapText } from "../answer.js";
import type { Answerer } from "./answerer.js";
import { readFlag, readInteger } from "./arguments.js";
import { finalRange } from "./final-answer.js";

/**
 * Up to 256 blocks from a height, by height; summaries unless `full` is true (PROTOCOL 11.2, 13.9). Full ones end,
 * after the first, before they exceed the length of a block: their receipts may have members of any length
 * (PROTOCOL 10.1).
 */
export const getResourceBlocks: Answerer<typeof GET_RESOURCE_BLOCKS> = async (
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
