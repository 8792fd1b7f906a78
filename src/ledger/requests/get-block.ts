import {
  EMPTY_MAIN_BLOCK,
  mainBlockSummaryToText,
  mainBlockToPieces,
  mainBlockToText,
} from "../../records/main-block.js";
import type { GET_BLOCK } from "../../records/operations/requests/get-block.js";
import type { Answerer } from "./answerer.js";
import { readFlag, readTarget } from "./arguments.js";
import { finalName } from "./final-answer.js";

/** The block named, the latest without a target; the empty block when it does not exist (PROTOCOL 13.9, 13.10). */
export const getBlock: Answerer<typeof GET_BLOCK> = async ({ store, tip, resourceChain }, argument) => {
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
