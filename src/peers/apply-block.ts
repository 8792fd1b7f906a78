import type { Ledger } from "../ledger/ledger.js";
import { verifyMainBlock } from "../ledger/verify-block.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { ChainBlock } from "./interleave.js";

export interface ApplyOptions {
  readonly nowUs: number;
  /** Whether a transaction's signature was verified before. */
  readonly isVerified: (transaction: SignedTransaction) => boolean;
  readonly isTentative?: boolean;
}

/** Checks a block of either chain on its tip and commits it (PROTOCOL 8, 10). Throws the first rule it breaks. */
export async function applyBlock(
  ledger: Ledger,
  { chain, block }: ChainBlock,
  { nowUs, isVerified, isTentative = false }: ApplyOptions,
): Promise<void> {
  if (chain === "resource") await ledger.resourceChain.commit(block, nowUs, { isTentative });
  else await ledger.commit(await verifyMainBlock(ledger, block, { nowUs, isVerified }), block.seal);
}
