import type { Ledger } from "../ledger.js";
import { applyBatch, isBatchFull, type ApplyOptions } from "./apply-batch.js";
import type { ChainBlock } from "./chain-block.js";
import { inBatches } from "./in-batches.js";

export interface PipelineOptions extends ApplyOptions {
  /**
   * Called with each batch; applies it when it may be applied now. False ends the work. A running node lets nothing
   * else change its chains meanwhile.
   */
  readonly admit?: (batch: readonly ChainBlock[], apply: () => Promise<void>) => Promise<boolean>;
}

/**
 * The one way for blocks that this node did not make: applies them in order, in batches of those that have arrived.
 * Import, check, reindex and sync feed it; each verifies signatures ahead (`SignaturesAhead`). Throws the failure of the
 * stream, or the error of the first rule that a block breaks; the blocks before it are then stored.
 *
 * Returns whether there was any block.
 */
export async function applyBlocks(
  ledger: Ledger,
  blocks: AsyncIterable<ChainBlock>,
  { admit = applyAtOnce, ...options }: PipelineOptions,
): Promise<boolean> {
  let isAny = false;
  for await (const batch of inBatches(blocks, isBatchFull)) {
    isAny = true;
    if (!(await admit(batch, () => applyBatch(ledger, batch, options)))) break;
  }
  return isAny;
}

async function applyAtOnce(_: readonly ChainBlock[], apply: () => Promise<void>): Promise<boolean> {
  await apply();
  return true;
}
