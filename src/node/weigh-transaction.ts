import { readSubmissionInSteps } from "../consensus/submission-rules.js";
import { executeAlone } from "../ledger/execute-alone.js";
import type { Ledger } from "../ledger/ledger.js";
import { prepareEventually } from "../ledger/prepared-transaction.js";
import { finishSliced } from "../ledger/yield-to-loop.js";
import { WORK_LIMIT } from "../vm/machine.js";
import type { SignedInput } from "./engine.js";

/**
 * Weight: the weight of a transaction on the tip, or the weight reached when a condition fails (PROTOCOL 13.7). Anyone
 * may ask, as anyone may submit a transaction, so the same work limit holds (PROTOCOL 15.8).
 */
export async function weighTransaction(
  { store, registry, runners }: Ledger,
  input: SignedInput,
): Promise<bigint> {
  const maxWork = WORK_LIMIT;
  const preparing = { registry, runner: runners.callers, maxWork };
  const transaction = await finishSliced(readSubmissionInSteps(input));
  const prepared = await prepareEventually(transaction, preparing);
  return (await executeAlone(prepared, { store, runner: runners.callers, maxWork })).weight;
}
