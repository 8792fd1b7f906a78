import { isRefusal } from "../../codec/chain-error.js";
import { timeHashToTime } from "../../codec/hash.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { floorToInterval } from "../../records/round-time.js";
import { firstBlockAt } from "../first-height.js";
import type { ReadChain } from "../read-chain.js";
import type { Trial } from "./trial.js";

/**
 * - committed: a block holds it.
 * - pooled: it waits for a round.
 * - refused: the node or its contract refuses it; the reason is the message.
 * - dropped: the node accepted it, or would have, but no block holds it; the reason says why.
 * - expired: it can no longer be in a block, and its content is unknown here.
 * - unknown: this node has not received it, but still may.
 */
type FateName = "committed" | "pooled" | "refused" | "dropped" | "expired" | "unknown";

export interface Explanation {
  readonly hash: string;
  readonly fate: FateName;
  readonly reason: string;
  /** The block that holds it, or the one that passed it over. */
  readonly height?: number;
}

export interface TransactionFacts {
  readonly hash: string;
  readonly isPooled: boolean;
  /** The message with which it was refused, if known. */
  readonly refusal: string | null;
  /** Why and at which height the node dropped it after accepting it, if known (PROTOCOL 15.2). */
  readonly dropped: { readonly reason: string; readonly height: number } | null;
  /** Executes it on a chain; null when its content is unknown. */
  readonly attempt: ((chain: ReadChain) => Promise<Trial>) | null;
  /** The current time, in µs. */
  readonly nowUs: number;
}

/** Explains what became of a transaction (PROTOCOL 5.5, 9.4). Its hash begins with its time (PROTOCOL 5.2). */
export async function explainTransaction(chain: ReadChain, facts: TransactionFacts): Promise<Explanation> {
  const { hash, isPooled, refusal, dropped } = facts;
  const height = (await chain.reader.transaction(hash))?.height;
  if (height !== undefined)
    return { hash, fate: "committed", height, reason: `Main block ${height} contains it.` };
  if (isPooled) return { hash, fate: "pooled", reason: waitingFor(chain, hash) };
  if (refusal !== null) return { hash, fate: "refused", reason: refusal };
  if (dropped !== null) return { hash, fate: "dropped", reason: dropped.reason, height: dropped.height };
  const timestampUs = timeHashToTime(hash);
  return chain.height > 0 && timestampUs <= chain.tip.s_timestamp
    ? explainLate(chain, facts, timestampUs)
    : explainAbsent(chain, facts, timestampUs);
}

/** A transaction is a candidate one interval after its own timestamp, floored to an interval (PROTOCOL 9.4). */
function waitingFor({ isDefinitionKnown, network }: ReadChain, hash: string): string {
  if (!isDefinitionKnown) return "It waits for a round.";
  const interval = network.constants.main_chain_interval;
  return `It waits for a round at ${floorToInterval(timeHashToTime(hash), interval) + interval} or later.`;
}

/** Explains a transaction that is not newer than the tip: it can no longer be in a block (PROTOCOL 5.5). */
async function explainLate(
  chain: ReadChain,
  { hash, attempt }: TransactionFacts,
  timestampUs: number,
): Promise<Explanation> {
  const height = await firstBlockAt(
    (height) => chain.reader.mainBlockSummary({ height }),
    timestampUs,
    chain.height,
  );
  const passedOver = `Main block ${height} does not contain it`;
  if (attempt === null) {
    return { hash, fate: "expired", height, reason: `${passedOver}: it can no longer be in a block.` };
  }
  const refusal = await refusalOf(attempt, await chain.at(height - 1));
  if (refusal !== null) return { hash, fate: "refused", height, reason: refusal };
  const reason = `${passedOver}, although it passes alone on the state before that block: it came too late, or it conflicts with another transaction of the block.`;
  return { hash, fate: "dropped", height, reason };
}

async function explainAbsent(
  chain: ReadChain,
  { hash, attempt, nowUs }: TransactionFacts,
  timestampUs: number,
): Promise<Explanation> {
  if (timestampUs > nowUs + TIMESTAMP_ERROR_US) {
    return {
      hash,
      fate: "unknown",
      reason: "Its time is in the future: a node accepts a transaction at most 5 seconds ahead.",
    };
  }
  const refusal = attempt === null ? null : await refusalOf(attempt, chain);
  if (refusal !== null) return { hash, fate: "refused", reason: refusal };
  const reason =
    attempt === null
      ? "This node has not received it, or refused it; it may still arrive."
      : "This node has not received it; it would pass now.";
  return { hash, fate: "unknown", reason };
}

/** Returns the message of the failure, null when it passes. */
async function refusalOf(
  attempt: (chain: ReadChain) => Promise<Trial>,
  chain: ReadChain,
): Promise<string | null> {
  try {
    const { execution } = await attempt(chain);
    return execution.ok ? null : execution.message;
  } catch (error) {
    // The contract is missing, or a parameter is invalid.
    if (isRefusal(error)) return error.message;
    throw error;
  }
}
