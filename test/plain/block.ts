/** Transactions in a block, and requests (PROTOCOL 5, 7, 8): from the signed record to what it changes. */
import { hash, idHash, timeHash } from "./hashes.js";
import { writeJson } from "./json.js";
import { Machine, type Method, type Outcome } from "./machine.js";
import { checkParameters, effectiveParameters, PROTOCOL_VERSION } from "./parameters.js";
import { WorkingState, type Cells, type Updates } from "./state.js";
import { byteLength, text } from "./text.js";
import { MachineFailure, type Dictionary, type Value } from "./value.js";

/** A registered code: whose state it works on, the definitions of its parameters, and its executions. */
export interface Code extends Method {
  /** The definitions, as a list or as a map by name. */
  readonly parameters: Value;
}

export interface SignedTransaction {
  readonly transaction: Dictionary;
  readonly public_key: string;
  readonly signature: string;
}

/** The byte length of the canonical JSON of the record, in this key order (PROTOCOL 5). */
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

/** What became of one transaction. An internal failure has a message of the node's own making, and no weight. */
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

/** What a block is made from: its transactions, the registered Fee if there is one, and the state before. */
export interface BlockInput {
  readonly transactions: readonly Called[];
  readonly postProcess?: Code | undefined;
  readonly before: Cells;
}

/**
 * Executes transactions as a block: those that fail are dropped from it. A dropped transaction is not in the block, so
 * what its read pass named is not loaded either: the others are executed again without it, until none is dropped.
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
 * All read passes come first, for all transactions; then each one runs in ascending order of hash, on the state that the
 * one before left. What fails changes nothing.
 */
function executeOnce(input: BlockInput): BlockResult {
  const state = new WorkingState(input.before);
  const called = inOrder(
    input.transactions.map((one) => ({ ...one, hash: transactionHash(one.signed.transaction) })),
  );
  const machines = called.map(({ hash, signed, code }): Result | { hash: string; machine: Machine } => {
    const message = refusal(signed, code);
    if (message !== undefined) return { hash, kind: "refused", message };
    const machine = prepare({ hash, signed, code, postProcess: input.postProcess, state });
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

/** A request sees the state and changes nothing. Of the implicit parameters it has only the version. */
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

/** The message that keeps a transaction from being executed, if any. */
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
}): Machine {
  const { signed, code, postProcess } = from;
  const size = transactionSize(signed);
  // What the node computes; parameters of these names change nothing (PROTOCOL 14.1).
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
      // The post-process sees the defaults of the method too.
      postParameters: effectiveParameters({ given, definitions, implicit }),
      size,
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
