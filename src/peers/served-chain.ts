import type { Client } from "../client/create-client.js";
import { finishSliced } from "../ledger/yield-to-loop.js";
import { readMainBlockInSteps, type MainBlock } from "../records/main-block.js";
import type { ResourceBlock } from "../records/resource-block.js";

/** What a block is known by before it is there. */
export interface BlockPlace {
  readonly height: number;
  readonly blockhash: string;
  readonly previous_blockhash: string;
}

/** A block that is to be fetched. */
export interface PlannedBlock extends BlockPlace {
  /** How many transactions or receipts it holds: what its answer's length goes by. */
  readonly load: number;
}

/** How the blocks of one chain are asked for (SPEC, System requests). */
export interface ServedChain<Block extends BlockPlace> {
  /** Up to 256 from a height. */
  summaries(client: Client, from: number): Promise<readonly PlannedBlock[]>;
  blocks(client: Client, from: number): Promise<readonly Block[]>;
  block(client: Client, height: number): Promise<Block | null>;
}

export const MAIN_CHAIN: ServedChain<MainBlock> = {
  summaries: async (client, from) =>
    (await client.getBlockSummaries(from)).map((block) => planned(block, block.transaction_count)),
  blocks: (client, from) => client.getBlocks(from),
  block: (client, height) => client.getBlockAs((block) => finishSliced(readMainBlockInSteps(block)), height),
};

export const RESOURCE_CHAIN: ServedChain<ResourceBlock> = {
  summaries: async (client, from) =>
    (await client.getResourceBlockSummaries(from)).map((block) => planned(block, block.receipt_count)),
  blocks: (client, from) => client.getResourceBlocks(from),
  block: (client, height) => client.getResourceBlock(height),
};

export function planned({ height, blockhash, previous_blockhash }: BlockPlace, load: number): PlannedBlock {
  return { height, blockhash, previous_blockhash, load };
}
