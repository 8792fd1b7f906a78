import { canonicalValue } from "../../codec/canonical-json.js";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import type { Value, ValueMap } from "../../codec/value.js";
import { cidOf, parseCode, type Method } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import { findParameterFailure } from "../../records/parameter.js";
import { networkMembers } from "../../records/transaction-rules.js";
import { unsignedTransaction } from "../../records/transaction.js";
import {
  collectStateKeys,
  compileMethod,
  execute,
  TraceTree,
  type Program,
  type ProgramCall,
  type StateKeys,
  type StateView,
  type StateWrite,
  type Tracer,
} from "../../vm/machine.js";

export interface GroundCode {
  readonly method: Method;
  readonly program: Program;
}

/** Reads a code's text. Throws `CODE_BROKEN`. */
export function readGroundCode(text: string): GroundCode {
  const method = parseCode(text);
  return { method, program: compileMethod(method) };
}

interface GroundCall {
  readonly code: GroundCode;
  readonly from: string;
  readonly parameters: ValueMap;
  readonly timestampUs: bigint;
  readonly tracer?: Tracer;
}

export interface GroundChange {
  readonly kind: StateKind;
  /** Padded. */
  readonly cell: string;
  readonly old: Value;
  readonly new: Value;
}

/**
 * `invalid`: a parameter does not match its definition. `broke`: the machine failed (PROTOCOL 14.3) although no condition
 * had stopped the call. A condition that cannot be evaluated refuses the call as one that does not hold.
 */
export type GroundOutcome =
  | {
      readonly status: "accepted";
      /** In order; a cell may occur more than once. */
      readonly writes: readonly StateWrite[];
      readonly changes: readonly GroundChange[];
    }
  | { readonly status: "refused" | "broke" | "invalid"; readonly message: string };

export type GroundCells = Readonly<Record<StateKind, ReadonlyMap<string, Value>>>;

/**
 * Cells in memory on which contracts are called one after the other, each as if in a block of its own, by the rules of
 * admission and execution (PROTOCOL 5.5, 7.5, 8.2). It has no blocks and no post-process: thousands of calls a second
 * can be tried.
 */
export class Ground {
  readonly #network: Network;
  readonly #cells: Readonly<Record<StateKind, Map<string, Value>>>;

  constructor(network: Network, cells: GroundCells) {
    this.#network = network;
    this.#cells = { universal: new Map(cells.universal), local: new Map(cells.local) };
  }

  /** The value of a cell by its padded key; null when it is empty. */
  read(kind: StateKind, cell: string): Value {
    return this.#cells[kind].get(cell) ?? null;
  }

  cells(kind: StateKind): ReadonlyMap<string, Value> {
    return this.#cells[kind];
  }

  /** The same cells, which change on their own. */
  copy(): Ground {
    return new Ground(this.#network, this.#cells);
  }

  /** Calls a contract and applies what it writes when it is accepted. */
  call({ code, from, parameters, timestampUs, tracer }: GroundCall): GroundOutcome {
    const { method, program } = code;
    const space: readonly (readonly [string, Value])[] =
      method.format === "method" ? [["cid", cidOf(method)]] : [];
    const header: readonly (readonly [string, Value])[] = [
      ["type", method.name],
      ["timestamp", timestampUs],
      ["from", from],
      ...networkMembers(this.#network),
    ];
    const { transaction, hash, size } = unsignedTransaction(new Map([...header, ...space, ...parameters]));
    const failure = findParameterFailure(method.parameters, transaction, "transaction");
    if (failure !== null) return { status: "invalid", message: failure };
    const { ruleSet: rules } = this.#network;
    const implicit = { from, hash, size };
    const call = { program, postProcess: null, parameters: transaction, implicit, rules };
    const keys = collectStateKeys(call);
    const view = this.#view(keys);
    const execution = execute(call, view, tracer && { tracer });
    // A failed read pass refuses the call, but only a condition says why (PROTOCOL 7.5). In rules 2 it refuses none.
    if (execution.ok && (keys.ok || rules.readsAnyCell))
      return { status: "accepted", writes: execution.writes, changes: this.#apply(execution.writes) };
    const message = execution.ok ? "The keys cannot be collected. " : execution.message;
    const isRefused = !execution.ok && (execution.reason === "refusal" || isWithinCondition(call, view));
    return { status: isRefused ? "refused" : "broke", message };
  }

  /** The cells that a read pass collected; all of them when it failed, and in rules 2 (PROTOCOL 16.6). */
  #view(keys: StateKeys): StateView {
    if (!keys.ok || this.#network.ruleSet.readsAnyCell)
      return { read: (kind, cell) => this.#cells[kind].get(cell) };
    const named = { universal: new Set(keys.universal), local: new Set(keys.local) };
    return { read: (kind, cell) => (named[kind].has(cell) ? this.#cells[kind].get(cell) : undefined) };
  }

  #apply(writes: readonly StateWrite[]): readonly GroundChange[] {
    const changes = new Map<string, GroundChange>();
    for (const { kind, key, value } of writes) {
      const cell = padStateKey(key);
      const id = `${kind} ${cell}`;
      const old = changes.get(id)?.old ?? this.read(kind, cell);
      const written = canonicalValue(value);
      changes.set(id, { kind, cell, old, new: written });
      if (written === null) this.#cells[kind].delete(cell);
      else this.#cells[kind].set(cell, written);
    }
    return [...changes.values()];
  }
}

/** Whether the machine fails while it evaluates a condition. */
function isWithinCondition(call: ProgramCall, view: StateView): boolean {
  const tree = new TraceTree();
  execute(call, view, { tracer: tree });
  return tree.roots.at(-1)?.operator === "condition";
}
