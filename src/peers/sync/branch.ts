import { interleave, type ChainBlock } from "../../ledger/apply/chain-block.js";
import type { MainBlock } from "../../records/main-block.js";
import type { ResourceBlock } from "../../records/resource-block.js";

/** The blocks of both chains above the common ones, each in order of height. */
export interface Branch {
  readonly main: readonly MainBlock[];
  readonly resource: readonly ResourceBlock[];
}

/** The blocks of a branch in the order in which they are applied on a main block of this height. */
export function branchInOrder(
  { main, resource }: Branch,
  mainHeight: number,
): AsyncGenerator<ChainBlock, void, undefined> {
  return interleave(eachOf(main), eachOf(resource), { mainHeight });
}

async function* eachOf<Block>(blocks: readonly Block[]): AsyncGenerator<Block, void, undefined> {
  yield* blocks;
}
