import { ChainError } from "../codec/chain-error.js";
import type { Client } from "../client/create-client.js";
import type { MainBlock } from "../records/main-block.js";
import type { ResourceBlock } from "../records/resource-block.js";

/** Blocks of a peer's two chains, in order of height (PROTOCOL 11). */
export interface BlockSource {
  /** Both heights included. Ends early where the peer has no more. */
  main(from: number, to: number): AsyncGenerator<MainBlock, void, undefined>;
  resource(from: number, to: number): AsyncGenerator<ResourceBlock, void, undefined>;
}

export function createBlockSource(client: Client): BlockSource {
  return {
    main: (from, to) =>
      blocksOf(
        (height) => client.getBlocks(height),
        (height) => client.getBlock(height),
        { from, to },
      ),
    resource: (from, to) =>
      blocksOf(
        (height) => client.getResourceBlocks(height),
        (height) => client.getResourceBlock(height),
        { from, to },
      ),
  };
}

/**
 * Fetches window after window, the next one while the blocks of this one are used. Where a window is too long for one
 * answer, its first block is fetched alone. Throws `PEER_BLOCKS` when others come than were asked for.
 */
async function* blocksOf<Block extends { readonly height: number }>(
  fetchWindow: (from: number) => Promise<readonly Block[]>,
  fetchOne: (height: number) => Promise<Block | null>,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Block, void, undefined> {
  const fetch = async (height: number): Promise<readonly Block[]> => {
    if (height > to) return [];
    try {
      return await fetchWindow(height);
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== "ANSWER_TOO_LARGE") throw error;
      const block = await fetchOne(height);
      return block === null ? [] : [block];
    }
  };
  let expected = from;
  let window = await fetch(expected);
  while (window.length > 0) {
    const next = fetch(expected + window.length);
    // Heard when it is waited for; nobody waits for it when the blocks before it are not used up.
    next.catch(() => undefined);
    for (const block of window) {
      if (block.height !== expected) throw outOfOrder(block.height, expected);
      if (block.height > to) return;
      yield block;
      expected += 1;
    }
    window = await next;
  }
}

function outOfOrder(height: number, expected: number): ChainError {
  return new ChainError("PEER_BLOCKS", `The peer gave block ${height} in place of block ${expected}. `);
}
