import { executeEachAlone } from "../ledger/execute-transactions.js";
import type { Ledger } from "../ledger/ledger.js";
import { prepareTransaction } from "../ledger/prepared-transaction.js";
import { readSignedTransaction } from "../records/transaction.js";
import type { SignedInput } from "./engine.js";

/** Weight: what a transaction would weigh on the tip, reached so far when a condition fails (PROTOCOL 13). */
export async function weighTransaction({ store, registry }: Ledger, input: SignedInput): Promise<bigint> {
  const prepared = prepareTransaction(readSignedTransaction(input), registry);
  const [outcome] = await executeEachAlone(store, [prepared]);
  return outcome?.weight ?? 0n;
}
