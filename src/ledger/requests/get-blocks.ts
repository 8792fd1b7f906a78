import { hashOf } from "../../codec/hash.js";
import { mainBlockToPieces, mainBlockToText } from "../../records/main-block.js";
import { MAX_BLOCK_SIZE } from "../../records/limits.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import type { GET_BLOCKS } from "../../records/operations/requests/get-blocks.js";
import { blockGone } from "../../store/errors.js";
import type { MainBlockSummary, StoreReader } from "../../store/store.js";
import { jsonMapPieces } from "../answer.js";
import type { Answerer } from "./answerer.js";
import { readFlag, readInteger } from "./arguments.js";
import { finalRange, type FinalName } from "./final-answer.js";
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
    ...(await named(store, summaries, finalRange(summaries, resourceChain.fixedMainHeight, isFull), isFull)),
  };
};

/** The length from which no further block follows, so that with the last one an answer has at most 64 MB. */
const ENOUGH = 64 * 1_000_000 - MAX_BLOCK_SIZE;

async function* fullMembers(
  store: StoreReader,
  summaries: readonly MainBlockSummary[],
): AsyncGenerator<readonly [string, string | AsyncIterable<string>]> {
  let length = 0;
  const counted = async function* (pieces: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of pieces) {
      length += piece.length;
      yield piece;
    }
  };
  for (const row of rowsOf(summaries)) {
    for await (const [height, body] of row.length === 1 ? inPieces(store, row) : together(store, row)) {
      if (length > ENOUGH) return;
      if (typeof body === "string") length += body.length;
      yield [height, typeof body === "string" ? body : counted(body)];
    }
  }
}

/** Neighbours of so few transactions together are read at once: they are about as long as one full block at most. */
const FEW_TRANSACTIONS = 16;

function* rowsOf(summaries: readonly MainBlockSummary[]): Generator<readonly MainBlockSummary[]> {
  let row: MainBlockSummary[] = [];
  let transactions = 0;
  for (const summary of summaries) {
    transactions += summary.transaction_count;
    if (transactions > FEW_TRANSACTIONS && row.length > 0) {
      yield row;
      row = [];
      transactions = summary.transaction_count;
    }
    row.push(summary);
  }
  if (row.length > 0) yield row;
}

async function* inPieces(
  store: StoreReader,
  row: readonly MainBlockSummary[],
): AsyncGenerator<readonly [string, AsyncIterable<string>]> {
  for (const summary of row)
    yield [String(summary.height), mainBlockToPieces(summary, store.mainBlockBody(summary))];
}

/** Reads a row with one question; in pieces, each block takes four. Throws `BLOCK_GONE` when one is undone meanwhile. */
async function* together(
  store: StoreReader,
  row: readonly MainBlockSummary[],
): AsyncGenerator<readonly [string, string]> {
  const from = row[0]?.height ?? 0;
  const blocks = store.streamMainBlocks(from, from + row.length - 1)[Symbol.asyncIterator]();
  for (const { height, blockhash } of row) {
    const { value: block } = await blocks.next();
    if (block?.blockhash !== blockhash) throw blockGone({ height, blockhash });
    yield [String(height), mainBlockToText(block)];
  }
}

/** Adds the seals of full blocks to the name: blockhashes do not cover them, and another node may have different ones. */
async function named(
  store: StoreReader,
  summaries: readonly MainBlockSummary[],
  { finalName }: FinalName,
  isFull: boolean,
): Promise<FinalName> {
  if (finalName === undefined || !isFull) return finalName === undefined ? {} : { finalName };
  let seals = "";
  for (const summary of summaries)
    for await (const piece of store.mainBlockBody(summary).seal) seals += piece;
  return { finalName: `${finalName}-${hashOf(seals)}` };
}
