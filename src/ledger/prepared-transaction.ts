import type { StateKind } from "../codec/state-key.js";
import { findParameterFailure } from "../records/parameter.js";
import { assertNetworkNamed, assertSender } from "../records/transaction-rules.js";
import type { SignedTransaction } from "../records/transaction.js";
import {
  ofBlock,
  WORK_LIMIT,
  type Budget,
  type ProgramCall,
  type StateKeys,
  type WorkDone,
} from "../vm/machine.js";
import type { CodeRegistry } from "./code-registry.js";
import { andThen, INLINE_RUNNER, type Eventually, type Runner } from "./machine/runner.js";
import { parameterInvalid } from "../records/errors.js";
import { executionFailed } from "../vm/errors.js";

/**
 * A transaction with its contract found, its sender and parameters checked (PROTOCOL 5.5) and its state keys collected
 * (PROTOCOL 7.5): all that is known of it without reading state. It is made once, at admission, and is valid until a
 * code changes.
 */
export interface PreparedTransaction {
  readonly transaction: SignedTransaction;
  readonly call: ProgramCall;
  /** The cells it reads or writes, padded. */
  readonly cells: Readonly<Record<StateKind, readonly string[]>>;
  /** The work of one of its passes, in characters: that of the pass made so far, or the larger of two. */
  readonly work: number;
  /** The same by the second table of costs. */
  readonly cost: number;
  /** The registry's generation that it was prepared under. */
  readonly generation: number;
}

/** How a transaction is prepared: where the machine runs, and the limits of the pass. */
export interface Preparing {
  readonly registry: CodeRegistry;
  readonly runner: Runner;
  readonly budget: Budget;
}

/** Prepares a committed transaction in the caller's thread. Throws like `prepareEventually`. */
export function prepareTransaction(
  transaction: SignedTransaction,
  registry: CodeRegistry,
): PreparedTransaction {
  const preparing = { registry, runner: INLINE_RUNNER, budget: ofBlock(WORK_LIMIT) };
  return prepareEventually(transaction, preparing) as PreparedTransaction;
}

/**
 * Throws with the protocol's text when the contract, the sender or a parameter is invalid (PROTOCOL 5.5, 5.10, 5.11).
 */
export function prepareEventually(
  transaction: SignedTransaction,
  { registry, runner, budget }: Preparing,
): Eventually<PreparedTransaction> {
  const { generation, network } = registry;
  const { code, postProcess } = registry.contract(transaction.cid, transaction.type);
  assertSender(transaction);
  assertNetworkNamed(transaction, network);
  const failure = findParameterFailure(code.method.parameters, transaction.transaction, "transaction");
  if (failure !== null) throw parameterInvalid({ message: failure });
  const call: ProgramCall = {
    // A transaction waits in the pool with its call: it does not keep the programs.
    get program() {
      return code.program;
    },
    get postProcess() {
      return postProcess?.program ?? null;
    },
    parameters: transaction.transaction,
    implicit: { from: transaction.address, hash: transaction.hash, size: transaction.size },
    rules: network.ruleSet,
  };
  return andThen(runner.collect(call, budget), (keys: StateKeys) => {
    if (keys.ok) {
      const { universal, local, work, cost } = keys;
      return { transaction, call, cells: { universal, local }, work, cost, generation };
    }
    if (!network.ruleSet.readsAnyCell) throw executionFailed({ message: keys.message });
    // There is no read pass: what it collects is only read earlier (PROTOCOL 16.6).
    const { work, cost } = keys;
    return { transaction, call, cells: { universal: [], local: [] }, work, cost, generation };
  });
}

/** Prepares the same transaction again if the codes in force have changed. */
export function refreshTransaction(
  prepared: PreparedTransaction,
  preparing: Preparing,
): Eventually<PreparedTransaction> {
  if (prepared.generation === preparing.registry.generation) return prepared;
  return andThen(prepareEventually(prepared.transaction, preparing), (again) => ({
    ...again,
    ...largerWork(prepared, again),
  }));
}

export function largerWork(left: WorkDone, right: WorkDone): WorkDone {
  return { work: Math.max(left.work, right.work), cost: Math.max(left.cost, right.cost) };
}
