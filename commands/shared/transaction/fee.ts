import type { Context } from "../../../src/cli/context.js";
import type { SignedTransaction } from "../../../src/records/transaction.js";
import { listReadableCodes } from "../code/codes.js";

/** What a transaction will pay, in units; null where a code decides that this program does not know. */
export async function computeFee(
  context: Context,
  transaction: SignedTransaction,
  weight: bigint,
): Promise<bigint | null> {
  const { feeUnder } = await import("../../../src/node/trial/fee.js");
  return feeUnder(await listReadableCodes(context), transaction, weight);
}
