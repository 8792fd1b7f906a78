import { mainBlockToText } from "../../records/main-block.js";
import { resourceBlockToText } from "../../records/resource-block.js";
import type { Store } from "../../store/store.js";
import { placedError, type ChainName } from "../apply/placed.js";
import * as errors from "../errors.js";

/** A store's chains as the texts of their full blocks, in order, a few in memory at a time: the input of an import. */

export interface ChainHeights {
  readonly main: number;
  readonly resource: number;
}

/** The last heights of both chains; the main block that the last resource block names is among them. */
export async function storedHeights(store: Store): Promise<ChainHeights> {
  // Read in this order, because the chains of a running node grow between the two reads.
  const resource = (await store.resourceBlock("last"))?.height ?? 0;
  const main = (await store.mainBlockSummary("last"))?.height ?? 0;
  return { main, resource };
}

/**
 * Yields the blocks of a range of heights, both included. Throws the database's error, or `BLOCK_MISSING`, with chain
 * and height in the details, when one of them cannot be read.
 */
export async function* storedMainTexts(
  store: Pick<Store, "streamMainBlocks">,
  last: number,
  first = 1,
): AsyncGenerator<string, void, undefined> {
  let next = first;
  try {
    for await (const block of store.streamMainBlocks(first, last)) {
      if (block.height !== next) break;
      yield mainBlockToText(block);
      next += 1;
    }
  } catch (error) {
    throw placedError("main", next, error);
  }
  assertAllRead("main", next, last);
}

const RESOURCE_BLOCKS_A_READ = 256;

/** Yields resource blocks in the same way. */
export async function* storedResourceTexts(
  store: Pick<Store, "resourceBlocks">,
  last: number,
  first = 1,
): AsyncGenerator<string, void, undefined> {
  let next = first;
  let count = RESOURCE_BLOCKS_A_READ;
  while (next <= last) {
    const to = Math.min(last, next + count - 1);
    const blocks = await store.resourceBlocks(next, to).catch((error: unknown) => {
      if (to === next) throw placedError("resource", next, error);
      return null;
    });
    // One of them cannot be read; the blocks before it may be readable.
    if (blocks === null) count = 1;
    for (const block of blocks ?? []) {
      if (block.height !== next) break;
      yield resourceBlockToText(block);
      next += 1;
    }
    if (blocks !== null && next <= to) break;
  }
  assertAllRead("resource", next, last);
}

/** A file without its last blocks looks like a shorter chain, so their absence is reported. */
function assertAllRead(chain: ChainName, next: number, last: number): void {
  if (next > last) return;
  throw errors.blockUnreadable({ chain, height: next });
}
