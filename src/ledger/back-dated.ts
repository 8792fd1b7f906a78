import type { Network } from "../records/network.js";
import type { ResourceBlock } from "../records/resource-block.js";
import type { MainBlockSummary } from "../store/store.js";
import * as errors from "./errors.js";

/** Where a live resource block is to be added. */
export interface LivePlace {
  /** The last main block of the chain or branch. */
  readonly tip: Pick<MainBlockSummary, "height" | "s_timestamp">;
  /**
   * The height of the main chain that the block comes from; default: that of the tip. Where the block names the tip and
   * its chain has more main blocks, it is history: it changes nothing about the blocks that others built on it.
   */
  readonly mainTarget?: number | undefined;
}

/**
 * Throws `RESOURCE_BLOCK_PAST` for a resource block that is dated more than a confirm interval before the last main
 * block (PROTOCOL 15.9). It would be confirmed at once, and main blocks that are here already would have had other
 * validators or rewards, so a new node would refuse them.
 */
export function assertNotBackDated(
  { height, timestamp, main_height }: Pick<ResourceBlock, "height" | "timestamp" | "main_height">,
  { tip, mainTarget = 0 }: LivePlace,
  { constants }: Pick<Network, "constants">,
): void {
  if (timestamp >= tip.s_timestamp - constants.confirm_interval) return;
  if (main_height === tip.height && mainTarget > tip.height) return;
  throw errors.resourceBlockPast({ height, timestamp, tip: tip.s_timestamp });
}
