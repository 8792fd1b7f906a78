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

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}

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
    const body = store.mainBlockBody(found);
    if (found.height > fixedHeight) return { json: mainBlockToPieces(found, body) };
    // The blockhash does not cover the seal, which may be another one on another node.
    let seal = "";
    for await (const piece of body.seal) seal += piece;
    const json = mainBlockToPieces(found, { ...body, seal: oneText(seal) });
    return { json, ...finalName(found, fixedHeight, [found.blockhash, seal]) };
  }
  const summary = found ?? { ...EMPTY_MAIN_BLOCK, transaction_count: 0 };
  const json = mainBlockSummaryToText(summary);
  return { json, ...finalName(summary, fixedHeight, [`${summary.blockhash}-summary`, json]) };
};
