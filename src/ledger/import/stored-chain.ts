import { mainBlockToText } from "../../records/main-block-text.js";
import { resourceBlockToText } from "../../records/resource-block-text.js";
import type { Store } from "../../store/store.js";

/** A store's chains as the texts of their full blocks, in order, a few in memory at a time: what an import reads. */

export interface ChainHeights {
  readonly main: number;
  readonly resource: number;
}

/** The last heights of both chains; the main block that the last resource block names is among them. */
export async function storedHeights(store: Store): Promise<ChainHeights> {
  // In this order: beside a running node, the chains grow between the two.
  const resource = (await store.lastResourceBlock())?.height ?? 0;
  const main = (await store.lastMainBlock())?.height ?? 0;
  return { main, resource };
}

export async function* storedMainTexts(store: Store, last: number): AsyncGenerator<string, void, undefined> {
  for await (const block of store.streamMainBlocks(1, last)) yield mainBlockToText(block);
}

const RESOURCE_BLOCKS_A_READ = 256;

export async function* storedResourceTexts(
  store: Store,
  last: number,
): AsyncGenerator<string, void, undefined> {
  for (let from = 1; from <= last; from += RESOURCE_BLOCKS_A_READ) {
    const blocks = await store.resourceBlocks(from, Math.min(last, from + RESOURCE_BLOCKS_A_READ - 1));
    for (const block of blocks) yield resourceBlockToText(block);
  }
}
