import { isConsensus } from "../records/limits.js";

/**
 * Whether signers hold more than the consensus share of the slots (PROTOCOL 4.3, 8.11). A signer counts once for each
 * slot it holds.
 */
export function haveConsensus(
  signers: ReadonlyMap<string, unknown> | ReadonlySet<string>,
  slots: readonly string[],
): boolean {
  return isConsensus(votesOf(signers, slots), slots.length);
}

/** How many of the slots the signers hold. */
export function votesOf(
  signers: ReadonlyMap<string, unknown> | ReadonlySet<string>,
  slots: readonly string[],
): number {
  return slots.filter((slot) => signers.has(slot)).length;
}
