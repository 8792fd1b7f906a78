import { mainBlockToText } from "../../records/main-block-text.js";
import { resourceBlockToText } from "../../records/resource-block-text.js";
import type { Store } from "../../store/store.js";

/** A store's chains as the texts of their full blocks, in order, a few in memory at a time: what an import reads. */

export async function* storedMainTexts(store: Store): AsyncGenerator<string, void, undefined> {
  const last = (await store.lastMainBlock())?.height ?? 0;
  for await (const block of store.streamMainBlocks(1, last)) yield mainBlockToText(block);
}

const RESOURCE_BLOCKS_A_READ = 256;

export async function* storedResourceTexts(store: Store): AsyncGenerator<string, void, undefined> {
  const last = (await store.lastResourceBlock())?.height ?? 0;
  for (let from = 1; from <= last; from += RESOURCE_BLOCKS_A_READ) {
    const blocks = await store.resourceBlocks(from, Math.min(last, from + RESOURCE_BLOCKS_A_READ - 1));
    for (const block of blocks) yield resourceBlockToText(block);
  }
}
