import { ChainError } from "../codec/chain-error.js";
import { findParameterFailure } from "../records/parameter.js";
import { assertSender } from "../records/transaction-rules.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { StateKind } from "../store/store.js";
import { WORK_LIMIT, type Call, type StateKeys } from "../vm/machine.js";
import type { CodeRegistry } from "./code-registry.js";
import { andThen, INLINE_RUNNER, type Eventually, type Runner } from "./runs/runner.js";

/**
 * A transaction with its contract found, its sender and parameters checked and its state keys collected: all that is
 * known of it without reading state. It is made once, at admission, and serves until a code changes.
 */
export interface PreparedTransaction {
  readonly transaction: SignedTransaction;
  readonly call: Call;
  /** The cells it reads or writes, padded. */
  readonly cells: Readonly<Record<StateKind, readonly string[]>>;
  /** How many characters a pass of it works through: as many as the one pass that has been made, or the longer of two. */
  readonly work: number;
  /** The registry's generation it was prepared under. */
  readonly generation: number;
}

/** How a transaction is prepared: where the machine runs, and how many characters the pass may work through. */
export interface Preparing {
  readonly registry: CodeRegistry;
  readonly runner: Runner;
  readonly maxWork: number;
}

/** Prepares where it is called. Throws like `prepareEventually`. */
export function prepareTransaction(
  transaction: SignedTransaction,
  registry: CodeRegistry,
): PreparedTransaction {
  const preparing = { registry, runner: INLINE_RUNNER, maxWork: WORK_LIMIT };
  return prepareEventually(transaction, preparing) as PreparedTransaction;
}

/** Throws with the protocol's text when the contract, the sender or a parameter is not right (PROTOCOL 5). */
export function prepareEventually(
  transaction: SignedTransaction,
  { registry, runner, maxWork }: Preparing,
): Eventually<PreparedTransaction> {
  const { generation } = registry;
  const { code, postProcess } = registry.contract(transaction.cid, transaction.type);
  assertSender(transaction);
  const failure = findParameterFailure(code.method.parameters, transaction.transaction, "transaction");
  if (failure !== null) throw new ChainError("PARAMETER_INVALID", failure);
  const call: Call = {
    program: code.program,
    postProcess: postProcess?.program ?? null,
    parameters: transaction.transaction,
    implicit: { from: transaction.address, hash: transaction.hash, size: transaction.size },
  };
  return andThen(runner.collect(call, maxWork), (keys: StateKeys) => {
    if (!keys.ok) throw executionFailed(keys.message);
    const { universal, local, work } = keys;
    return { transaction, call, cells: { universal, local }, work, generation };
  });
}

/** The error of a transaction that its contract fails: the message is the condition's (SPEC, Errors). */
export function executionFailed(message: string): ChainError {
  return new ChainError("EXECUTION_FAILED", message);
}

/** The same transaction under the codes that are in force now. */
export function refreshTransaction(
  prepared: PreparedTransaction,
  preparing: Preparing,
): Eventually<PreparedTransaction> {
  if (prepared.generation === preparing.registry.generation) return prepared;
  return andThen(prepareEventually(prepared.transaction, preparing), (again) => ({
    ...again,
    work: Math.max(prepared.work, again.work),
  }));
}
