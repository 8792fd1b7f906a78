import { isRefusal } from "../../codec/chain-error.js";
import { timeHashToTime } from "../../codec/time.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { floorToInterval } from "../../records/round-time.js";
import { firstBlockAt } from "../remote/first-height.js";
import type { ChainSource } from "./chain-source.js";
import { sourceBefore } from "./state-before.js";
import type { Trial } from "./trial.js";

/**
 * - committed: a block holds it.
 * - pooled: it waits for a round.
 * - refused: its contract, or the node before that, refuses it; the reason is the message.
 * - dropped: the node accepted it, or would have, and no block holds it; the reason tells what came in its way.
 * - expired: its time is over, and nobody here knows what was in it.
 * - unknown: it has not come to this node, and may still.
 */
export type TransactionFate = "committed" | "pooled" | "refused" | "dropped" | "expired" | "unknown";

export interface Explanation {
  readonly hash: string;
  readonly fate: TransactionFate;
  /** A sentence for people. */
  readonly reason: string;
  /** The block that holds it, or the one that passed it over. */
  readonly height?: number;
}

export interface TransactionFacts {
  readonly hash: string;
  readonly isPooled: boolean;
  /** What it was refused with, where that is remembered. */
  readonly refusal: string | null;
  /** Why and when the node dropped it after accepting it, where that is remembered (PROTOCOL 15.2). */
  readonly dropped: { readonly reason: string; readonly height: number } | null;
  /** Executes it on a source, where it is known what is in it. */
  readonly attempt: ((source: ChainSource) => Promise<Trial>) | null;
  /** µs. */
  readonly nowUs: number;
}

/** Why a transaction is where it is (PROTOCOL 5, 9). Its hash begins with its time. */
export async function explainTransaction(source: ChainSource, facts: TransactionFacts): Promise<Explanation> {
  const { hash, isPooled, refusal, dropped } = facts;
  const height = await source.findBlock(hash);
  if (height !== null) return { hash, fate: "committed", height, reason: `Main block ${height} holds it.` };
  if (isPooled) return { hash, fate: "pooled", reason: waitingFor(source, hash) };
  if (refusal !== null) return { hash, fate: "refused", reason: refusal };
  if (dropped !== null) return { hash, fate: "dropped", reason: dropped.reason, height: dropped.height };
  const timestampUs = timeHashToTime(hash);
  const tip = await source.summary(source.height);
  return tip !== null && timestampUs <= tip.s_timestamp
    ? explainLate(source, facts, timestampUs)
    : explainAbsent(source, facts, timestampUs);
}

/** A transaction comes into a round that is later than its own time (PROTOCOL 9, step 3). */
function waitingFor({ isDefinitionKnown, network }: ChainSource, hash: string): string {
  if (!isDefinitionKnown) return "It waits for a round.";
  const interval = network.constants.main_chain_interval;
  return `It waits for a round at ${floorToInterval(timeHashToTime(hash), interval) + interval} or later.`;
}

/** The tip is younger than it: no block can hold it any more. */
async function explainLate(
  source: ChainSource,
  { hash, attempt }: TransactionFacts,
  timestampUs: number,
): Promise<Explanation> {
  const height = await firstBlockAt((height) => source.summary(height), timestampUs, source.height);
  const passedOver = `Main block ${height} has passed it over`;
  if (attempt === null) {
    return { hash, fate: "expired", height, reason: `${passedOver}: no block can hold it any more.` };
  }
  const refusal = await refusalOf(attempt, await sourceBefore(source, height));
  if (refusal !== null) return { hash, fate: "refused", height, reason: refusal };
  const reason = `${passedOver}, though alone it passes on the state before: it came too late, or another one in the block was in its way.`;
  return { hash, fate: "dropped", height, reason };
}

async function explainAbsent(
  source: ChainSource,
  { hash, attempt, nowUs }: TransactionFacts,
  timestampUs: number,
): Promise<Explanation> {
  if (timestampUs > nowUs + TIMESTAMP_ERROR_US) {
    return { hash, fate: "unknown", reason: "Its time is still to come: a node takes it 5 seconds ahead." };
  }
  const refusal = attempt === null ? null : await refusalOf(attempt, source);
  if (refusal !== null) return { hash, fate: "refused", reason: refusal };
  const reason =
    attempt === null
      ? "It has not come to this node, or was refused; it may still come."
      : "It has not come to this node; it would pass now.";
  return { hash, fate: "unknown", reason };
}

/** Null when it passes. */
async function refusalOf(
  attempt: (source: ChainSource) => Promise<Trial>,
  source: ChainSource,
): Promise<string | null> {
  try {
    const { execution } = await attempt(source);
    return execution.ok ? null : execution.message;
  } catch (error) {
    // The contract is missing, or a parameter is not right.
    if (isRefusal(error)) return error.message;
    throw error;
  }
}
