import type { Clock } from "../../consensus/clock.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Network } from "../../records/network.js";
import { toWork } from "./branch-work.js";
import { timedClient, type AskedPeer } from "./timed-client.js";

export interface ClaimOptions {
  /** The height of this node's resource chain, from which both continue. */
  readonly height: number;
  readonly network: Pick<Network, "constants" | "ruleSet">;
  readonly clock: Clock;
  /** Called when the other peer does not answer. It then has no say. */
  readonly onOtherFailure: (failure: ChainError) => void;
}

/** How many summaries are asked for at once: a long chain has many cycles. */
const ASKED_AT_ONCE = 8;

/**
 * Whether another peer's resource chain differs from the lead's and has more work (PROTOCOL 15.10). A node that is more
 * than C blocks behind asks before it follows the longest chain: blocks of low difficulty are cheap, and it could not
 * undo them later.
 */
export async function isLighter(lead: AskedPeer, other: AskedPeer, options: ClaimOptions): Promise<boolean> {
  const { height, network, clock, onOtherFailure } = options;
  const from = network.ruleSet.comparedByWorkFrom(network.constants.resource_confirm_count);
  const isFar = ({ status }: AskedPeer): boolean => status.resource - height >= from;
  if (!isFar(lead) || !isFar(other)) return false;
  const shared = Math.min(lead.status.resource, other.status.resource);
  const orNull = async <T>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((error: unknown) => {
      if (!(error instanceof ChainError)) throw error;
      onOtherFailure(error);
      return null;
    });
  const [ours, theirs] = await Promise.all([
    timedClient(lead, clock).getResourceBlockSummary(shared),
    orNull(timedClient(other, clock).getResourceBlockSummary(shared)),
  ]);
  if (theirs === null || ours?.blockhash === theirs.blockhash) return false;
  const [leadWork, otherWork] = await Promise.all([
    claimedWork(lead, options),
    orNull(claimedWork(other, options)),
  ]);
  return otherWork !== null && otherWork > leadWork;
}

/** The sum of difficulties above a height. They change only once a cycle (PROTOCOL 10.6), so one block a cycle is asked. */
async function claimedWork(
  peer: AskedPeer,
  { height, network: { constants }, clock }: ClaimOptions,
): Promise<bigint> {
  const { status } = peer;
  const { difficulty_change_cycle: cycle } = constants;
  const client = timedClient(peer, clock);
  let work = 0n;
  for (let from = height + 1; from <= status.resource;) {
    const parts: { readonly from: number; readonly length: number }[] = [];
    while (from <= status.resource && parts.length < ASKED_AT_ONCE) {
      const to = Math.min(status.resource, from + cycle - 1 - ((from - 1) % cycle));
      parts.push({ from, length: to - from + 1 });
      from = to + 1;
    }
    const blocks = await Promise.all(parts.map((part) => client.getResourceBlockSummary(part.from)));
    for (const [index, block] of blocks.entries()) {
      if (block === null) return work;
      work += toWork(block.difficulty) * BigInt(parts[index]?.length ?? 0);
    }
  }
  return work;
}
