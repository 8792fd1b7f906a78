/**
 * Transactions in a block and requests (PROTOCOL 5.2, 5.3, 5.5, 5.7, 7.5, 7.17, 8.1, 8.2): from the signed record to
 * its effects.
 */
import { hash, idHash, timeHash } from "./hashes.js";
import { writeJson } from "./json.js";
import { Machine, type Method, type Outcome } from "./machine.js";
import { checkParameters, effectiveParameters, PROTOCOL_VERSION } from "./parameters.js";
import { WorkingState, type Cells, type Rules, type Updates } from "./state.js";
import { byteLength, text } from "./text.js";
import { MachineFailure, type Dictionary, type Value } from "./value.js";

/** A registered code: the writer and space of its state, the definitions of its parameters, and its executions. */
export interface Code extends Method {
  /** The definitions, as a list or as a map by name. */
  readonly parameters: Value;
}

export interface SignedTransaction {
  readonly transaction: Dictionary;
  readonly public_key: string;
  readonly signature: string;
}

/** The size of a transaction in bytes (PROTOCOL 5.3). */
export function transactionSize(signed: SignedTransaction): bigint {
  const record = new Map<string, Value>([
    ["transaction", signed.transaction],
    ["public_key", signed.public_key],
    ["signature", signed.signature],
  ]);
  return BigInt(byteLength(writeJson(record)));
}

export function transactionHash(transaction: Dictionary): string {
  const timestamp = transaction.get("timestamp");
  return timeHash(hash(transaction), typeof timestamp === "bigint" ? timestamp : 0n);
}

/** The outcome of a transaction. An internal failure has a message of the node's own choice and no weight. */
export type Result = { readonly hash: string } & (
  | { readonly kind: "executed"; readonly outcome: Outcome }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "failed" }
);

export interface BlockResult {
  /** In ascending order of hash. */
  readonly results: readonly Result[];
  readonly updates: Updates;
}

/** A transaction and the code that it calls. */
export interface Called {
  readonly signed: SignedTransaction;
  readonly code: Code;
}

/** The input of a block: its transactions, the registered Fee if there is one, and the state before. */
export interface BlockInput {
  readonly transactions: readonly Called[];
  readonly postProcess?: Code | undefined;
  readonly before: Cells;
  /** Default: 1. */
  readonly rules?: Rules;
}

/**
 * Executes transactions as a block and drops those that fail (PROTOCOL 8.2). The cells that only a dropped transaction
 * collected are not loaded, so the others are executed again without it, until all pass.
 */
export function executeBlock(input: BlockInput): BlockResult {
  const dropped: Result[] = [];
  let transactions = input.transactions;
  for (;;) {
    const { results, updates } = executeOnce({ ...input, transactions });
    const failed = results.filter((result) => !isPassed(result));
    dropped.push(...failed);
    const hashes = new Set(failed.map(({ hash }) => hash));
    if (hashes.size === 0) return { results: inOrder([...results, ...dropped]), updates };
    transactions = transactions.filter(({ signed }) => !hashes.has(transactionHash(signed.transaction)));
  }
}

export function isPassed(result: Result): boolean {
  return result.kind === "executed" && result.outcome.ok;
}

/**
 * Runs the read passes of all transactions (PROTOCOL 7.5). Then runs each transaction in ascending order of hash on the
 * state that the one before left (PROTOCOL 8.1, 8.2). A transaction that fails changes nothing (PROTOCOL 7.12).
 */
function executeOnce(input: BlockInput): BlockResult {
  const state = new WorkingState(input.before, input.rules);
  const called = inOrder(
    input.transactions.map((one) => ({ ...one, hash: transactionHash(one.signed.transaction) })),
  );
  const machines = called.map(({ hash, signed, code }): Result | { hash: string; machine: Machine } => {
    const message = refusal(signed, code);
    if (message !== undefined) return { hash, kind: "refused", message };
    const machine = prepare({
      hash,
      signed,
      code,
      postProcess: input.postProcess,
      state,
      rules: input.rules,
    });
    // Rules 2 have no read pass (PROTOCOL 16.6).
    if (input.rules === 2) return { hash, machine };
    return orFailed(hash, () => {
      machine.read();
      return { hash, machine };
    });
  });
  const results = machines.map((ready) => {
    if (!("machine" in ready)) return ready;
    const { hash, machine } = ready;
    return orFailed(hash, (): Result => ({ hash, kind: "executed", outcome: machine.execute() }));
  });
  return { results, updates: state.updates };
}

function inOrder<T extends { readonly hash: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.hash < b.hash ? -1 : 1));
}

/** Runs a request on the state (PROTOCOL 5.7). Its only implicit parameter is the version (PROTOCOL 7.17). */
export function executeRequest(request: { given: Dictionary; code: Code; before: Cells }): Result {
  const { given, code } = request;
  const message = checkParameters({ definitions: code.parameters, given, kind: "request" });
  if (message !== undefined) return { hash: "", kind: "refused", message };
  const implicit = new Map<string, Value>([["version", PROTOCOL_VERSION]]);
  const parameters = effectiveParameters({ given, definitions: [code.parameters], implicit });
  const state = new WorkingState(request.before);
  const machine = new Machine(
    { kind: "request", method: code, parameters, postParameters: parameters, size: 0n },
    state,
  );
  return orFailed("", (): Result => {
    machine.read();
    return { hash: "", kind: "executed", outcome: machine.execute() };
  });
}

/** Returns the message why a transaction cannot be executed, or undefined (PROTOCOL 5.5). */
function refusal({ transaction, public_key }: SignedTransaction, code: Code): string | undefined {
  const from = transaction.get("from") ?? null;
  if (from !== null && from !== idHash(public_key)) return `Invalid from address: ${text(from)} `;
  return checkParameters({ definitions: code.parameters, given: transaction, kind: "transaction" });
}

function prepare(from: {
  hash: string;
  signed: SignedTransaction;
  code: Code;
  postProcess: Code | undefined;
  state: WorkingState;
  rules: Rules | undefined;
}): Machine {
  const { signed, code, postProcess } = from;
  const size = transactionSize(signed);
  // The node computes these. Parameters of these names change nothing (PROTOCOL 14.1).
  const implicit = new Map<string, Value>([
    ["from", idHash(signed.public_key)],
    ["hash", from.hash],
    ["size", size],
    ["version", PROTOCOL_VERSION],
  ]);
  const given = signed.transaction;
  const definitions = [code.parameters, ...(postProcess === undefined ? [] : [postProcess.parameters])];
  return new Machine(
    {
      kind: "transaction",
      method: code,
      ...(postProcess === undefined ? {} : { postProcess }),
      parameters: effectiveParameters({ given, definitions: [code.parameters], implicit }),
      // The post-process also finds the defaults of the method (PROTOCOL 7.17).
      postParameters: effectiveParameters({ given, definitions, implicit }),
      size,
      ...(from.rules === undefined ? {} : { rules: from.rules }),
    },
    from.state,
  );
}

function orFailed<T>(hash: string, work: () => T): T | Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof MachineFailure) return { hash, kind: "failed" };
    throw error;
  }
}
