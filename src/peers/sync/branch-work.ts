import type { Client } from "../../client/create-client.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { ChainStatus } from "./chain-status.js";
import type { CommonBlocks } from "./common-blocks.js";

/** The work of two resource branches: the sums of their difficulties above the last common block (PROTOCOL 15.10). */
export interface BranchWork {
  readonly ours: bigint;
  /** As far as the peer's summaries say it; each block is checked before it counts. */
  readonly theirs: bigint;
  /** The height of the first block with which their work exceeds ours; null when it never does. */
  readonly reach: number | null;
}

interface BranchEnds {
  readonly ours: Pick<ChainStatus, "resource">;
  readonly theirs: Pick<ChainStatus, "resource">;
  readonly common: CommonBlocks;
}

/** How many blocks of a peer's branch are counted at most. */
const MAX_COUNTED = 65_536;

/**
 * Compares the work of two branches that part more than C blocks below either tip, or in rules 2 anywhere; null for
 * others (PROTOCOL 15.10, 16.4).
 */
export async function compareWork(
  { store, network }: Ledger,
  client: Client,
  { ours, theirs, common }: BranchEnds,
): Promise<BranchWork | null> {
  const from = common.resource + 1;
  const isFork = common.resource < Math.min(ours.resource, theirs.resource);
  const depth = Math.max(ours.resource, theirs.resource) - common.resource;
  const { constants, ruleSet } = network;
  if (!isFork || depth < ruleSet.comparedByWorkFrom(constants.resource_confirm_count)) return null;
  const own = await store.resourceBlocks(from, ours.resource);
  const ownWork = own.reduce((sum, { difficulty }) => sum + BigInt(difficulty), 0n);
  const last = Math.min(theirs.resource, common.resource + MAX_COUNTED);
  let work = 0n;
  for (let height = from; height <= last;) {
    const window = await client.getResourceBlockSummaries(height);
    for (const { difficulty } of window) {
      work += toWork(difficulty);
      if (work > ownWork) return { ours: ownWork, theirs: work, reach: height };
      height += 1;
    }
    if (window.length === 0) break;
  }
  return { ours: ownWork, theirs: work, reach: null };
}

/** A difficulty as a peer names it: anything but a whole number counts as 0. */
export function toWork(difficulty: string): bigint {
  return /^[0-9]{1,78}$/.test(difficulty) ? BigInt(difficulty) : 0n;
}
