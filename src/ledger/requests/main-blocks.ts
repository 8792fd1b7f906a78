import {
  EMPTY_MAIN_BLOCK,
  mainBlockSummaryToText,
  mainBlockToPieces,
  mainBlockToText,
} from "../../records/main-block.js";
import type { REQUESTS } from "../../records/operations/system-requests.js";
import type { Answerer } from "./answerer.js";
import { readFlag, readTarget, readInteger } from "./arguments.js";
import { finalName, finalRange, type FinalName } from "./final-answer.js";
import { hashOf } from "../../codec/hash.js";
import { MAX_BLOCKS, DEFAULT_LISTED_BLOCKS } from "../../records/operations/limits.js";
import { blockGone } from "../../store/errors.js";
import { assertBodyKept } from "../../store/pruned.js";
import type { MainBlockSummary, StoreReader } from "../../store/store.js";
import { jsonMapPieces, jsonMapText } from "../answer.js";

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}

/** The block named, the latest without a target; the empty block when it does not exist (PROTOCOL 13.9, 13.10). */
export const getBlock: Answerer<typeof REQUESTS.GET_BLOCK> = async (
  { store, tip, resourceChain },
  argument,
) => {
  const named = readTarget(argument("target"));
  // The latest block changes.
  const fixedHeight = named === null ? 0 : resourceChain.fixedMainHeight;
  const target = named ?? { height: tip.height };
  const found = await store.mainBlockSummary(target);
  if (readFlag(argument("full"), true)) {
    if (found === null) return { json: mainBlockToText(EMPTY_MAIN_BLOCK) };
    // Before anything is sent, so that the status tells (PROTOCOL 15.16).
    await assertBodyKept(store, found.height);
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

/**
 * Up to 256 blocks from a height, by height; summaries unless `full` is true (PROTOCOL 11.2, 13.9). Full ones end when
 * they are long together: 256 blocks of 2,048 transfers have 412 MB, which would take seconds of the processor.
 */
export const getBlocks: Answerer<typeof REQUESTS.GET_BLOCKS> = async (
  { store, tip, resourceChain },
  argument,
) => {
  const from = Math.max(1, readInteger(argument("target")) ?? 1);
  const last = from + MAX_BLOCKS - 1;
  const summaries = await store.mainBlockSummaries(from, Math.min(tip.height, last));
  const isFull = readFlag(argument("full"), false);
  if (isFull && summaries.length > 0) await assertBodyKept(store, from);
  return {
    json: isFull ? jsonMapPieces(fullMembers(store, summaries)) : summariesToText(summaries),
    ...(await named(store, summaries, finalRange(summaries, resourceChain.fixedMainHeight, isFull), isFull)),
  };
};

/** The characters after which no further block follows. */
const ENOUGH = 8 * 1024 * 1024;

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

/** Neighbours of so few transactions and characters together are read at once. */
const FEW_TRANSACTIONS = 16;
const SHORT = 256 * 1024;

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

/**
 * Reads a row with one question, and from the first block that is too long in pieces, of which each block takes four
 * questions. Throws `BLOCK_GONE` when one is undone meanwhile.
 */
async function* together(
  store: StoreReader,
  row: readonly MainBlockSummary[],
): AsyncGenerator<readonly [string, string | AsyncIterable<string>]> {
  const from = row[0]?.height ?? 0;
  const blocks = store.streamMainBlocks(from, from + row.length - 1, SHORT)[Symbol.asyncIterator]();
  for (const [index, { height, blockhash }] of row.entries()) {
    const { value: block } = await blocks.next();
    if (block?.height !== height) {
      yield* inPieces(store, row.slice(index));
      return;
    }
    if (block.blockhash !== blockhash) throw blockGone({ height, blockhash });
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

/** How many summaries are read at a time. More of them are sent as they are read. */
const READ_TOGETHER = 256;

/**
 * The summaries of the `count` blocks that end at `height`, or at the page's end counted back from the tip; by height,
 * ascending for -1 and descending for 1 (PROTOCOL 13.12).
 */
export const listBlock: Answerer<typeof REQUESTS.LIST_BLOCK> = async ({ store, tip }, argument) => {
  const count = Math.max(0, readInteger(argument("count")) ?? DEFAULT_LISTED_BLOCKS);
  const page = Math.max(1, readInteger(argument("page")) ?? 1);
  const to = Math.min(tip.height, readInteger(argument("height")) ?? tip.height - (page - 1) * count);
  const from = Math.max(1, to - count + 1);
  const isDescending = readInteger(argument("sort")) === 1;
  if (to - from >= READ_TOGETHER) return { json: jsonMapPieces(members(store, { from, to, isDescending })) };
  const summaries = await store.mainBlockSummaries(from, to);
  return { json: summariesToText(isDescending ? summaries.toReversed() : summaries) };
};

interface Range {
  readonly from: number;
  readonly to: number;
  readonly isDescending: boolean;
}

/** Throws `BLOCK_GONE` when blocks are undone meanwhile: what is sent is one chain. */
async function* members(
  store: StoreReader,
  { from, to, isDescending }: Range,
): AsyncGenerator<readonly [string, string]> {
  let before: MainBlockSummary | undefined;
  for (let done = 0; done <= to - from; done += READ_TOGETHER) {
    const lowest = isDescending ? Math.max(from, to - done - READ_TOGETHER + 1) : from + done;
    const highest = isDescending ? to - done : Math.min(to, from + done + READ_TOGETHER - 1);
    const read = await store.mainBlockSummaries(lowest, highest);
    for (const summary of isDescending ? read.toReversed() : read) {
      if (before !== undefined) assertNeighbours(isDescending ? [summary, before] : [before, summary]);
      before = summary;
      yield [String(summary.height), mainBlockSummaryToText(summary)];
    }
  }
}

function assertNeighbours([parent, child]: readonly [MainBlockSummary, MainBlockSummary]): void {
  if (child.previous_blockhash === parent.blockhash) return;
  throw blockGone({ height: child.height, blockhash: child.blockhash });
}

/** Canonical JSON of the map height → summary. */
function summariesToText(summaries: readonly MainBlockSummary[]): string {
  return jsonMapText(
    summaries.map((summary) => [String(summary.height), mainBlockSummaryToText(summary)] as const),
  );
}

export const countBlocks: Answerer<typeof REQUESTS.BLOCK_COUNT> = async ({ tip }) => ({
  value: BigInt(tip.height),
});
