import type { BlockTarget } from "./store.js";
import * as errors from "./errors.js";

/** A chain grows and shrinks only at its end. Called inside the transaction that changes it. */

interface Link {
  readonly height: number;
  readonly blockhash: string;
}

/**
 * Throws `BLOCK_NOT_NEXT` unless the block follows the last one. The first has height 1 and an empty previous_blockhash.
 */
export function assertFollows(
  block: { readonly height: number; readonly previous_blockhash: string },
  last: Link | null,
): void {
  const expected = (last?.height ?? 0) + 1;
  if (block.height !== expected || block.previous_blockhash !== (last?.blockhash ?? "")) {
    throw errors.blockNotNext({ height: block.height, expected });
  }
}

/** Throws `BLOCK_NOT_NEXT` unless each of several blocks follows the one before it. */
export function assertAllFollow(
  blocks: readonly (Link & { readonly previous_blockhash: string })[],
  last: Link | null,
): void {
  for (const [index, block] of blocks.entries()) assertFollows(block, blocks[index - 1] ?? last);
}

/** Throws `BLOCK_NOT_LAST` unless the height is the last block's. */
export function assertLast<L extends Link>(height: number, last: L | null): asserts last is L {
  if (height !== last?.height) {
    throw errors.blockNotLast({ height, last: last?.height ?? 0 });
  }
}

export function isAt(target: BlockTarget): (block: Link) => boolean {
  return (block) =>
    "height" in target ? block.height === target.height : block.blockhash === target.blockhash;
}
