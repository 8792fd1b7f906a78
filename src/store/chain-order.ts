import type { BlockTarget, ChainEnd, MainBlockCommit, UndoneBlock } from "./store.js";
import * as errors from "./errors.js";

/** A chain grows and shrinks only at its end. Called inside the transaction that changes it. */

/**
 * Throws `BLOCK_NOT_NEXT` unless the block follows the last one. The first has height 1 and an empty previous_blockhash.
 */
export function assertFollows(
  block: { readonly height: number; readonly previous_blockhash: string },
  last: ChainEnd | null,
): void {
  const expected = (last?.height ?? 0) + 1;
  if (block.height !== expected || block.previous_blockhash !== (last?.blockhash ?? "")) {
    throw errors.blockNotNext({ height: block.height, expected });
  }
}

/** Throws `BLOCK_NOT_NEXT` unless each of several blocks follows the one before it. */
export function assertAllFollow(
  blocks: readonly (ChainEnd & { readonly previous_blockhash: string })[],
  last: ChainEnd | null,
): void {
  for (const [index, block] of blocks.entries()) assertFollows(block, blocks[index - 1] ?? last);
}

/** Throws `BLOCK_NOT_LAST` unless the height is the last block's. */
export function assertLast<L extends ChainEnd>(height: number, last: L | null): asserts last is L {
  if (height !== last?.height) {
    throw errors.blockNotLast({ height, last: last?.height ?? 0 });
  }
}

export function isAt(target: BlockTarget): (block: ChainEnd) => boolean {
  return (block) =>
    "height" in target ? block.height === target.height : block.blockhash === target.blockhash;
}

/** A block is long; only these two members are kept. */
export function endOf({ height, blockhash }: ChainEnd): ChainEnd {
  return { height, blockhash };
}

/** The end of a chain without its last block. */
export function endBefore({ height, previous_blockhash }: UndoneBlock): ChainEnd {
  return { height: height - 1, blockhash: previous_blockhash };
}

/** Throws `BLOCK_COUNT`, kind "local", unless a block has as many transactions as it says. */
export function assertCounted({
  block,
  transactions,
}: Pick<MainBlockCommit, "block" | "transactions">): void {
  const { height, transaction_count } = block;
  if (transaction_count === transactions.length) return;
  throw errors.blockCount({ height, transaction_count, transactions: transactions.length });
}
