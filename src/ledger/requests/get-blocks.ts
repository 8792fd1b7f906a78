import { mainBlockToPieces } from "../../records/main-block.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import type { GET_BLOCKS } from "../../records/operations/requests/get-blocks.js";
import type { MainBlockSummary, StoreReader } from "../../store/store.js";
import { jsonMapPieces } from "../answer.js";
import type { Answerer } from "./answerer.js";
import { readFlag, readInteger } from "./arguments.js";
import { finalRange } from "./final-answer.js";
import { summariesToText } from "./list-block.js";

/** Up to 256 blocks from a height, by height; summaries unless `full` is true (PROTOCOL 11.2, 13.9). */
export const getBlocks: Answerer<typeof GET_BLOCKS> = async ({ store, tip, resourceChain }, argument) => {
  const from = Math.max(1, readInteger(argument("target")) ?? 1);
  const last = from + MAX_BLOCKS - 1;
  const summaries = await store.mainBlockSummaries(from, Math.min(tip.height, last));
  const isFull = readFlag(argument("full"), false);
  return {
    json: isFull ? jsonMapPieces(fullMembers(store, summaries)) : summariesToText(summaries),
    ...finalRange(summaries, resourceChain.fixedMainHeight, isFull),
  };
};

async function* fullMembers(
  store: StoreReader,
  summaries: readonly MainBlockSummary[],
): AsyncGenerator<readonly [string, AsyncIterable<string>]> {
  for (const summary of summaries)
    yield [String(summary.height), mainBlockToPieces(summary, store.mainBlockBody(summary))];
}
