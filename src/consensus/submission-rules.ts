import { ChainError } from "../codec/chain-error.js";
import { SYSTEM_CONTRACTS } from "../records/operations/system-contracts.js";
import { findParameterFailure } from "../records/parameter.js";
import type { SignedTransaction } from "../records/transaction.js";

/**
 * What a system contract asks of those who submit it beyond what makes a block valid: all of SPEC's mandatory parameters.
 * Blocks may hold an Oracle without its `code`, recorded chains do (PROTOCOL 13). Throws with the protocol's text.
 */
export function assertSubmittable({ type, cid, transaction }: SignedTransaction, rootCid: string): void {
  const contract = cid === null || cid === rootCid ? SYSTEM_CONTRACTS.get(type) : undefined;
  if (contract === undefined) return;
  const failure = findParameterFailure(contract.parameters, transaction, "transaction");
  if (failure !== null) throw new ChainError("PARAMETER_INVALID", failure);
}
