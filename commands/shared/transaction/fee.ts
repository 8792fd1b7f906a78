import type { Context } from "../../../src/cli/context.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import type { SignedTransaction } from "../../../src/records/transaction.js";
import { listReadableCodes } from "../code/codes.js";

/**
 * The fee of a transaction, in units (PROTOCOL 6.14, 6.15, 6.17). Null when it depends on a code that this program
 * does not know, or the node does not list its codes.
 */
export async function computeFee(
  context: Context,
  transaction: SignedTransaction,
  weight: bigint,
): Promise<bigint | null> {
  const { feeUnder } = await import("../../../src/replay/trial/fee.js");
  return feeUnder(await listedCodes(context), transaction, weight);
}

async function listedCodes(context: Context): ReturnType<typeof listReadableCodes> {
  try {
    return await listReadableCodes(context);
  } catch (error) {
    if (error instanceof ChainError) return [];
    throw error;
  }
}
