import { mainBlockToPieces } from "../../records/main-block.js";
import { MAX_BLOCK_SIZE } from "../../records/limits.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import type { GET_BLOCKS } from "../../records/operations/requests/get-blocks.js";
import type { MainBlockSummary, StoreReader } from "../../store/store.js";
import { jsonMapPieces } from "../answer.js";
import type { Answerer } from "./answerer.js";
import { readFlag, readInteger } from "./arguments.js";
import { finalRange } from "./final-answer.js";
import { summariesToText } from "./list-block.js";

/**
 * Up to 256 blocks from a height, by height; summaries unless `full` is true (PROTOCOL 11.2, 13.9). Full ones end when
 * they are long together: 256 blocks of 2,048 transfers would have 412 MB.
 */
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

/** The length from which no further block follows, so that with the last one an answer has at most 64 MB. */
const ENOUGH = 64 * 1_000_000 - MAX_BLOCK_SIZE;

async function* fullMembers(
  store: StoreReader,
  summaries: readonly MainBlockSummary[],
): AsyncGenerator<readonly [string, AsyncIterable<string>]> {
  let length = 0;
  const counted = async function* (pieces: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of pieces) {
      length += piece.length;
      yield piece;
    }
  };
  for (const summary of summaries) {
    if (length > ENOUGH) return;
    yield [String(summary.height), counted(mainBlockToPieces(summary, store.mainBlockBody(summary)))];
  }
}
