import type { Clock } from "../../base/clock/clock.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Client } from "../../client/create-client.js";
import { PATIENCE_US } from "./patient-peer.js";
import type { Network } from "../../records/network.js";
import { toWork } from "./branch-work.js";
import { COMPARISON_US, timedClient, type AskedPeer } from "./timed-client.js";

export interface ClaimOptions {
  /** The height of this node's resource chain, from which both continue. */
  readonly height: number;
  readonly network: Pick<Network, "constants" | "ruleSet">;
  readonly clock: Clock;
}

/** How many summaries are asked for at once: a long chain has many cycles. */
const ASKED_AT_ONCE = 8;

/** The resource chain that a peer claims to have above this node's. Each question is asked once. */
export class ClaimedChain {
  readonly status: AskedPeer["status"];
  readonly client: Client;
  readonly #options: ClaimOptions;
  readonly #blockhashes = new Map<number, Promise<string | null>>();
  #work: Promise<bigint> | null = null;

  constructor(peer: AskedPeer, options: ClaimOptions) {
    this.status = peer.status;
    this.#options = options;
    this.client = timedClient(peer, options.clock, this.isFinal ? COMPARISON_US : PATIENCE_US);
  }

  /** Whether this node could not undo all of it once it has taken it. */
  get isFinal(): boolean {
    const { height, network } = this.#options;
    return this.status.resource - height > network.constants.resource_confirm_count;
  }

  /** Whether it is so far ahead of this node that work decides (PROTOCOL 15.10, 16.4). */
  get isFar(): boolean {
    const { height, network } = this.#options;
    const from = network.ruleSet.comparedByWorkFrom(network.constants.resource_confirm_count);
    return this.status.resource - height >= from;
  }

  blockhashAt(height: number): Promise<string | null> {
    const known = this.#blockhashes.get(height);
    if (known !== undefined) return known;
    const asked = this.client.getResourceBlockSummary(height).then((block) => block?.blockhash ?? null);
    this.#blockhashes.set(height, asked);
    return asked;
  }

  /** The sum of difficulties above this node's height. */
  work(): Promise<bigint> {
    return (this.#work ??= this.#sum());
  }

  /** The difficulties change only once a cycle (PROTOCOL 10.6), so one block a cycle is asked. */
  async #sum(): Promise<bigint> {
    const { height, network } = this.#options;
    const { difficulty_change_cycle: cycle } = network.constants;
    const { client, status } = this;
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
}

/**
 * By how much the work of another peer's resource chain exceeds that of the lead's; 0 where they are the same chain or
 * work does not decide (PROTOCOL 15.10). A node that is more than C blocks behind asks before it follows the longest
 * chain: blocks of low difficulty are cheap, and it could not undo them later. Null for a peer that does not answer, or
 * does not show a block that it announced: it has no say.
 *
 * @param onOtherFailure called when the other peer does not answer.
 */
export async function excessWork(
  lead: ClaimedChain,
  other: ClaimedChain,
  onOtherFailure: (failure: ChainError) => void,
): Promise<bigint | null> {
  if (!lead.isFar || !other.isFar) return 0n;
  const shared = Math.min(lead.status.resource, other.status.resource);
  const otherwise = orElse(onOtherFailure);
  const [ours, theirs] = await Promise.all([
    lead.blockhashAt(shared),
    otherwise(null, other.blockhashAt(shared)),
  ]);
  if (theirs === null || ours === theirs) return theirs === null ? null : 0n;
  const [leadWork, otherWork] = await Promise.all([lead.work(), otherwise(null, other.work())]);
  return otherWork === null ? null : otherWork - leadWork;
}

/** An answer, or a value in place of one that fails. */
export function orElse(
  onFailure: (failure: ChainError) => void,
): <T, Otherwise>(otherwise: Otherwise, answer: Promise<T>) => Promise<T | Otherwise> {
  return (otherwise, answer) =>
    answer.catch((error: unknown) => {
      if (!(error instanceof ChainError)) throw error;
      onFailure(error);
      return otherwise;
    });
}
