import type { SystemRequests } from "../../client/index.js";
import type { MainBlock } from "../../records/main-block.js";

export type BlockSource = Pick<SystemRequests, "getBlocks" | "getBlock" | "getBlockSummaries">;

/** Transactions of the blocks of one answer: some megabytes, where 256 full blocks are 400. */
const MAX_TRANSACTIONS = 4096;

/** Yields a node's main blocks from a height up to its tip, in ascending order. */
export async function* readBlocks(
  source: BlockSource,
  from: number,
): AsyncGenerator<MainBlock, void, undefined> {
  for (let height = from; ;) {
    const summaries = await source.getBlockSummaries(height);
    const last = summaries.at(-1);
    if (last === undefined) return;
    const transactions = summaries.reduce((sum, { transaction_count }) => sum + transaction_count, 0);
    if (transactions <= MAX_TRANSACTIONS) {
      const blocks = await source.getBlocks(height);
      yield* blocks;
      height = (blocks.at(-1)?.height ?? last.height) + 1;
      continue;
    }
    const window = height;
    for (const summary of summaries) {
      const block = await source.getBlock(summary.height);
      // The node has undone blocks meanwhile.
      if (block?.blockhash !== summary.blockhash) break;
      yield block;
      height = block.height + 1;
    }
    if (height === window) return;
  }
}
