import type { Value } from "../../codec/value.js";
import type { ChainSource } from "./chain-source.js";
import { feeUnder } from "./fee.js";
import { balanceChange, type Trial } from "./trial.js";

/** The cost of a trial: null for a request, and when a code that this program does not know decides it. */
export interface TrialCost {
  readonly fee: bigint | null;
  readonly balance: { readonly old: Value; readonly new: Value } | null;
}

export function costOf(trial: Trial, { codes, network }: Pick<ChainSource, "codes" | "network">): TrialCost {
  const { transaction, execution } = trial;
  const balance = balanceChange(trial, network.prefixes.balance);
  if (transaction === null || !execution.ok) return { fee: null, balance };
  return { fee: feeUnder(codes.readable, transaction, execution.weight), balance };
}
