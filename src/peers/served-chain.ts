import type { Value } from "../codec/value.js";
import type { Client } from "../client/create-client.js";
import { finishSliced, Turn } from "../ledger/yield-to-loop.js";
import { MAX_BLOCK_TRANSACTIONS, MAX_ROUND_RECEIPTS } from "../records/limits.js";
import { readMainBlockInSteps, type MainBlock } from "../records/main-block.js";
import { readResourceBlockInSteps, type ResourceBlock } from "../records/resource-block.js";

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
  /** The greatest load that a block may have. */
  readonly maxLoad: number;
  /** Up to 256 from a height. */
  summaries(client: Client, from: number): Promise<readonly PlannedBlock[]>;
  blocks(client: Client, from: number): Promise<readonly Block[]>;
  block(client: Client, height: number): Promise<Block | null>;
}

export const MAIN_CHAIN: ServedChain<MainBlock> = {
  maxLoad: MAX_BLOCK_TRANSACTIONS,
  summaries: async (client, from) =>
    (await client.getBlockSummaries(from)).map((block) => planned(block, block.transaction_count)),
  blocks: (client, from) => client.getBlocksAs(slicedReader(), from),
  block: (client, height) => client.getBlockAs(slicedReader(), height),
};

export const RESOURCE_CHAIN: ServedChain<ResourceBlock> = {
  maxLoad: MAX_ROUND_RECEIPTS,
  summaries: async (client, from) =>
    (await client.getResourceBlockSummaries(from)).map((block) => planned(block, block.receipt_count)),
  blocks: (client, from) => client.getResourceBlocksAs(slicedResourceReader(), from),
  block: (client, height) => client.getResourceBlockAs(slicedResourceReader(), height),
};

function slicedReader(): (block: Value) => Promise<MainBlock> {
  const turn = new Turn();
  return (block) => finishSliced(readMainBlockInSteps(block), turn);
}

function slicedResourceReader(): (block: Value) => Promise<ResourceBlock> {
  const turn = new Turn();
  return (block) => finishSliced(readResourceBlockInSteps(block), turn);
}

export function planned({ height, blockhash, previous_blockhash }: BlockPlace, load: number): PlannedBlock {
  return { height, blockhash, previous_blockhash, load };
}
