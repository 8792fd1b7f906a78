import { ChainError } from "../codec/chain-error.js";
import type { Steps } from "../codec/steps.js";
import { weightUpTo } from "../codec/value-weight.js";
import { MAX_BODY_WEIGHT } from "../records/operations/limits.js";
import { SYSTEM_CONTRACTS } from "../records/operations/system-contracts.js";
import { findParameterFailure } from "../records/parameter.js";
import {
  readSignedTransactionInSteps,
  type SignedTransaction,
  type SignedTransactionInput,
} from "../records/transaction.js";

/** What a submitted transaction may weigh: so much, and as much again as a quarter of its bytes, but no more than a body. */
const FREE_WEIGHT = 1024;
const BYTES_A_WEIGHT = 4;

/**
 * Reads a transaction that is submitted, or that another node's pool holds. Throws `TRANSACTION_MALFORMED`, and
 * `TRANSACTION_WEIGHT` for one that holds more values than anything needs: a megabyte of empty lists takes a hundred times
 * as much memory in every pool. Blocks may hold one (PROTOCOL 5).
 */
export function* readSubmissionInSteps(input: SignedTransactionInput): Steps<SignedTransaction> {
  const transaction = yield* readSignedTransactionInSteps(input);
  const max = FREE_WEIGHT + Math.min(MAX_BODY_WEIGHT, Math.floor(transaction.size / BYTES_A_WEIGHT));
  if (weightUpTo(transaction.transaction, max) <= max) return transaction;
  throw new ChainError("TRANSACTION_WEIGHT", "The transaction holds too many values for its size. ", {
    advice: "Pass long lists as one text.",
  });
}

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
