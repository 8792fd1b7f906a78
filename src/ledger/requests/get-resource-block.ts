import {
  emptyResourceBlock,
  resourceBlockSummaryToText,
  resourceBlockToText,
} from "../../records/resource-block.js";
import type { GET_RESOURCE_BLOCK } from "../../records/operations/requests/get-resource-block.js";
import type { Answerer } from "./answerer.js";
import { readFlag, readTarget } from "./arguments.js";
import { finalName } from "./final-answer.js";

/** The block named, the latest without a target; the empty block when it does not exist (PROTOCOL 13.9, 13.10). */
export const getResourceBlock: Answerer<typeof GET_RESOURCE_BLOCK> = async (
  { store, network, resourceChain },
  argument,
) => {
  const target = readTarget(argument("target"));
  // The latest block changes.
  const fixedHeight = target === null ? 0 : resourceChain.fixedHeight;
  const found = target === null ? await store.lastResourceBlock() : await store.resourceBlock(target);
  const block = found ?? emptyResourceBlock(network.constants.default_difficulty);
  const isFull = readFlag(argument("full"), true);
  const json = isFull ? resourceBlockToText(block) : resourceBlockSummaryToText(block);
  const name = isFull ? block.blockhash : `${block.blockhash}-summary`;
  return { json, ...finalName(block, fixedHeight, [name, json]) };
};
