import {
  emptyResourceBlock,
  resourceBlockSummaryToText,
  resourceBlockToText,
  type ResourceBlockTexts,
} from "../../records/resource-block-text.js";
import { jsonMapText } from "../answer.js";
import { MAX_BLOCKS, readFlag, readInteger, readPage, readTarget } from "./arguments.js";
import { isFixed, type Answerer } from "./answerer.js";

/** GetResourceBlock: the block named, the latest when none is; the empty block where there is no such one. */
export const getResourceBlock: Answerer = async ({ store, network, resourceChain }, argument) => {
  const target = readTarget(argument("target"));
  // The latest block is another one later.
  const fixedHeight = target === null ? 0 : resourceChain.fixedHeight;
  const found = target === null ? await store.lastResourceBlock() : await store.resourceBlock(target);
  const block = found ?? emptyResourceBlock(network.constants.default_difficulty);
  const print = printer(readFlag(argument("full"), true));
  return { json: print(block), isFinal: isFixed(block, fixedHeight) };
};

/** ListResourceBlock: summaries, newest first. */
export const listResourceBlock: Answerer = async ({ store }, argument) => {
  const { page, count } = readPage(argument("page"), argument("count"));
  const last = ((await store.lastResourceBlock())?.height ?? 0) - (page - 1) * count;
  const blocks = await store.resourceBlocks(Math.max(1, last - count + 1), last);
  return { json: `[${blocks.toReversed().map(resourceBlockSummaryToText).join(",")}]` };
};

/** ResourceBlockCount: how many resource blocks there are. */
export const resourceBlockCount: Answerer = async ({ store }) => ({
  value: BigInt((await store.lastResourceBlock())?.height ?? 0),
});

/** GetResourceBlocks: up to 256 blocks from a height, by height; summaries unless the full form is asked for. */
export const getResourceBlocks: Answerer = async ({ store, resourceChain }, argument) => {
  const from = Math.max(1, readInteger(argument("target")) ?? 1);
  const last = from + MAX_BLOCKS - 1;
  // Only a full range never grows.
  const isFinal = last <= resourceChain.fixedHeight;
  const blocks = await store.resourceBlocks(from, last);
  const print = printer(readFlag(argument("full"), false));
  return { json: jsonMapText(blocks.map((block) => [String(block.height), print(block)])), isFinal };
};

function printer(isFull: boolean): (block: ResourceBlockTexts) => string {
  return isFull ? resourceBlockToText : resourceBlockSummaryToText;
}
