import { mainBlockToPieces } from "../../records/main-block-text.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import { resourceBlockToText } from "../../records/resource-block-text.js";
import { BlockWindow } from "../../vm/block-window.js";
import type { ChainQuery } from "../../vm/chain-view.js";
import { COSTS, MAX_REQUEST_WORK } from "../../vm/machine.js";
import { jsonMapPieces } from "../answer.js";
import type { Answerer, RequestContext } from "./answerer.js";

interface FullBlock {
  readonly height: number;
  readonly records: number;
  readonly pieces: AsyncIterable<string> | Iterable<string>;
}

/** The greatest length of the texts that are kept: what a request may read (docs/adr/0009-work.md). */
const MAX_KEPT_LENGTH = MAX_REQUEST_WORK / COSTS.json;

/**
 * Reads full blocks for `$get_blocks` and `$get_resource_blocks`, no more than the answer holds (PROTOCOL 7.36, 7.39).
 * Returns null for any other query.
 */
export function blocksInWindow(query: ChainQuery): Answerer | null {
  if (query.operator !== "get_blocks" && query.operator !== "get_resource_blocks") return null;
  if (!query.full) return null;
  const blocks = query.operator === "get_blocks" ? mainBlocks : resourceBlocks;
  return async (context) => ({ json: jsonMapPieces(inWindow(blocks(context, query.from))) });
}

async function* mainBlocks({ store, tip }: RequestContext, from: number): AsyncGenerator<FullBlock> {
  const summaries = await store.mainBlockSummaries(from, Math.min(tip.height, from + MAX_BLOCKS - 1));
  for (const summary of summaries) {
    const pieces = mainBlockToPieces(summary, store.mainBlockBody(summary));
    yield { height: summary.height, records: summary.transaction_count, pieces };
  }
}

async function* resourceBlocks({ store }: RequestContext, from: number): AsyncGenerator<FullBlock> {
  const summaries = await store.resourceBlockSummaries(from, from + MAX_BLOCKS - 1);
  for (const { height, blockhash, receipt_count } of summaries) {
    const block = await store.resourceBlock({ blockhash });
    if (block === null) return;
    yield { height, records: receipt_count, pieces: [resourceBlockToText(block)] };
  }
}

async function* inWindow(blocks: AsyncIterable<FullBlock>): AsyncGenerator<readonly [string, string]> {
  const window = new BlockWindow();
  for await (const { height, records, pieces } of blocks) {
    let text = "";
    let length = 0;
    for await (const piece of pieces) {
      length += piece.length;
      // A longer block makes the whole answer too long.
      if (text.length <= MAX_KEPT_LENGTH) text += piece;
    }
    if (!window.takes(records, length)) return;
    yield [String(height), text];
  }
}
