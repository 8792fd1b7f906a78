import type { Steps } from "../codec/steps.js";
import { weightUpTo } from "../codec/value.js";
import { MAX_BODY_WEIGHT } from "../records/operations/limits.js";
import { SYSTEM_CONTRACTS } from "../records/operations/system-contracts.js";
import { findParameterFailure } from "../records/parameter.js";
import {
  readSignedTransactionInSteps,
  type SignedTransaction,
  type SignedTransactionInput,
} from "../records/transaction.js";
import * as errors from "./errors.js";
import { parameterInvalid } from "../records/errors.js";

/**
 * The greatest weight of a submitted transaction: this much, plus a quarter of its bytes, but no more than a request
 * body.
 */
const FREE_WEIGHT = 1024;
const BYTES_A_WEIGHT = 4;

/**
 * Reads a transaction that was submitted or comes from another node's pool. Throws `TRANSACTION_MALFORMED`, or
 * `TRANSACTION_WEIGHT` when it has too many values: a megabyte of empty lists takes a hundred times as much memory in
 * every pool. Blocks may hold such a transaction (PROTOCOL 5.4).
 */
export function* readSubmissionInSteps(input: SignedTransactionInput): Steps<SignedTransaction> {
  const transaction = yield* readSignedTransactionInSteps(input);
  const max = FREE_WEIGHT + Math.min(MAX_BODY_WEIGHT, Math.floor(transaction.size / BYTES_A_WEIGHT));
  if (weightUpTo(transaction.transaction, max) <= max) return transaction;
  throw errors.transactionWeight();
}

/**
 * Checks the parameters that a system contract requires of a submission beyond what makes a block valid. Blocks may
 * hold an Oracle without `code`, as recorded chains do (PROTOCOL 6.12). Throws with the protocol's text.
 */
export function assertSubmittable({ type, cid, transaction }: SignedTransaction, rootCid: string): void {
  const contract = cid === null || cid === rootCid ? SYSTEM_CONTRACTS.get(type) : undefined;
  if (contract === undefined) return;
  const failure = findParameterFailure(contract.parameters, transaction, "transaction");
  if (failure !== null) throw parameterInvalid({ message: failure });
}
