import type { Client } from "../../client/create-client.js";
import type { NetworkConstants } from "../../records/network.js";
import { toWork } from "./branch-work.js";
import type { ChainStatus } from "./chain-status.js";

/** A peer whose chain could be followed. */
export interface Candidate {
  readonly client: Client;
  readonly status: Pick<ChainStatus, "resource">;
}

export interface ClaimOptions {
  /** The height of this node's resource chain, from which both continue. */
  readonly height: number;
  readonly constants: NetworkConstants;
}

/**
 * Whether another peer's resource chain differs from the lead's and has more work (PROTOCOL 15.10). A node that is more
 * than C blocks behind asks before it follows the longest chain: blocks of low difficulty are cheap, and it could not
 * undo them later.
 */
export async function isLighter(
  lead: Candidate,
  other: Candidate,
  { height, constants }: ClaimOptions,
): Promise<boolean> {
  const isFar = ({ status }: Candidate): boolean =>
    status.resource - height > constants.resource_confirm_count;
  if (!isFar(lead) || !isFar(other)) return false;
  const shared = Math.min(lead.status.resource, other.status.resource);
  const [ours, theirs] = await Promise.all(
    [lead, other].map(({ client }) => client.getResourceBlockSummary(shared)),
  );
  if (ours?.blockhash === theirs?.blockhash) return false;
  const [leadWork = 0n, otherWork = 0n] = await Promise.all(
    [lead, other].map((each) => claimedWork(each, height, constants)),
  );
  return otherWork > leadWork;
}

/** The sum of difficulties above a height. They change only once a cycle (PROTOCOL 10.6), so one block a cycle is asked. */
async function claimedWork(
  { client, status }: Candidate,
  height: number,
  { difficulty_change_cycle: cycle }: NetworkConstants,
): Promise<bigint> {
  let work = 0n;
  for (let from = height + 1; from <= status.resource;) {
    const to = Math.min(status.resource, from + cycle - 1 - ((from - 1) % cycle));
    const block = await client.getResourceBlockSummary(from);
    if (block === null) return work;
    work += toWork(block.difficulty) * BigInt(to - from + 1);
    from = to + 1;
  }
  return work;
}
