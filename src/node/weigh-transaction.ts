import { executeEachAlone } from "../ledger/execute-transactions.js";
import type { Ledger } from "../ledger/ledger.js";
import { prepareTransaction } from "../ledger/prepared-transaction.js";
import { readSignedTransaction } from "../records/transaction.js";
import { MAX_SUBMITTED_WORK } from "../vm/machine.js";
import type { SignedInput } from "./engine.js";

/** It is asked as freely as a transaction is submitted. */
const LIMIT = { maxWork: MAX_SUBMITTED_WORK };

/** Weight: what a transaction would weigh on the tip, reached so far when a condition fails (PROTOCOL 13). */
export async function weighTransaction({ store, registry }: Ledger, input: SignedInput): Promise<bigint> {
  const prepared = prepareTransaction(readSignedTransaction(input), registry, LIMIT);
  const [outcome] = await executeEachAlone(store, [prepared], LIMIT);
  return outcome?.weight ?? 0n;
}
