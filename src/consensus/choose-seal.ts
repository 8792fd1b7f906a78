import type { Hypothesis } from "../records/hypothesis.js";
import { haveConsensus } from "./votes.js";

/**
 * The hypotheses that seal a block (PROTOCOL 8.11, 9.9): the newest slot's alone, or the oldest ones that together
 * cover more than 0.6 of the slots. Taking the oldest lets validators that hold more of them make the same seal. Null
 * while there are too few.
 *
 * @param hash the hypothesis hash of the block's transactions.
 */
export function chooseSeal(
  hypotheses: ReadonlyMap<string, Hypothesis>,
  hash: string,
  slots: readonly string[],
): readonly Hypothesis[] | null {
  const matching = [...hypotheses].filter(
    ([signer, hypothesis]) => hypothesis.hypothesis_hash === hash && slots.includes(signer),
  );
  const newest = matching.find(([signer]) => signer === slots.at(-1));
  if (newest !== undefined) return [newest[1]];
  matching.sort(
    ([left, { s_timestamp: a }], [right, { s_timestamp: b }]) => a - b || (left < right ? -1 : 1),
  );
  const sealing = new Map<string, Hypothesis>();
  for (const [signer, hypothesis] of matching) {
    sealing.set(signer, hypothesis);
    if (haveConsensus(sealing, slots)) return [...sealing.values()];
  }
  return null;
}
