import type { Value } from "../../codec/value.js";
import type { Client } from "../../client/create-client.js";
import { finishSliced, TimeSlice } from "../../base/yield-to-loop.js";
import { MAX_BLOCK_TRANSACTIONS, MAX_ROUND_RECEIPTS } from "../../records/limits.js";
import { readMainBlockInSteps, type MainBlock } from "../../records/main-block.js";
import { readResourceBlockInSteps, type ResourceBlock } from "../../records/resource-block.js";

export interface BlockReference {
  readonly height: number;
  readonly blockhash: string;
  readonly previous_blockhash: string;
}

export interface PlannedBlock extends BlockReference {
  /** How many transactions or receipts it holds, which determines the length of an answer. */
  readonly load: number;
}

/** How to ask a node for the blocks of one of its chains (PROTOCOL 11.2, 13.9, 13.10). */
export interface ServedChain<Block extends BlockReference> {
  readonly maxLoad: number;
  /** Up to 256 summaries from a height on. */
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
  const slice = new TimeSlice();
  return (block) => finishSliced(readMainBlockInSteps(block), slice);
}

function slicedResourceReader(): (block: Value) => Promise<ResourceBlock> {
  const slice = new TimeSlice();
  return (block) => finishSliced(readResourceBlockInSteps(block), slice);
}

export function planned(
  { height, blockhash, previous_blockhash }: BlockReference,
  load: number,
): PlannedBlock {
  return { height, blockhash, previous_blockhash, load };
}
