import { ChainError } from "../codec/chain-error.js";
import type { Client } from "../client/create-client.js";
import type { Ledger } from "../ledger/ledger.js";
import type { MainBlockSummary } from "../records/main-block-text.js";

/** How far the chains of a node go. */
export interface Standing {
  readonly main: number;
  readonly resource: number;
  /** The last main block; height 0 where there is none. */
  readonly tip: Omit<MainBlockSummary, "s_timestamp">;
}

export function ownStanding({ tip, resourceChain }: Ledger): Standing {
  return { main: tip.height, resource: resourceChain.tip?.height ?? 0, tip };
}

/**
 * Asks a peer for its standing (PROTOCOL 11). Null for one that has not come to our fixed height. Throws `PEER_CHAIN` when
 * it has another block there.
 */
export async function askStanding(
  client: Client,
  { store, resourceChain }: Ledger,
): Promise<Standing | null> {
  const { fixedHeight } = resourceChain;
  const [main, resource] = await Promise.all([client.round(), client.resourceRound(fixedHeight)]);
  if (resource.sync_limit < fixedHeight) return null;
  const fixed = fixedHeight === 0 ? null : await store.resourceBlock({ height: fixedHeight });
  if (fixed !== null && fixed.blockhash !== resource.block.blockhash) {
    throw new ChainError("PEER_CHAIN", "The peer has another block at our fixed height. ");
  }
  return { main: main.sync_limit, resource: resource.sync_limit, tip: main.block };
}

type Lengths = Pick<Standing, "main" | "resource">;

/** The resource chain decides; among equals the main chain (PROTOCOL 11). */
export function isLonger(left: Lengths, right: Lengths): boolean {
  return left.resource > right.resource || (left.resource === right.resource && left.main > right.main);
}
