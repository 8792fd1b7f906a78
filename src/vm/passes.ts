import { ChainError } from "../codec/chain-error.js";
import type { Value, ValueList, ValueMap } from "../codec/value.js";
import { MAX_BLOCK_SIZE, MAX_TRANSACTION_SIZE } from "../records/limits.js";
import { RULE_SETS, type RuleSet } from "../records/rules.js";
import type { ChainQuery, ChainView } from "./chain-view.js";
import { settle, type Effects, type StateWrite } from "./pending.js";
import type { Program } from "./program.js";
import { Run, type ImplicitValues, type StateView } from "./run.js";
import type { Tracer } from "./trace.js";
import { COSTS, SURCHARGES, type Work } from "./work.js";

/** A program and the parameters of a transaction or request: the whole map, `type` included. */
export interface ProgramCall {
  readonly program: Program;
  /** The registered Fee; null for system contracts, requests and networks without a Fee (PROTOCOL 6.7). */
  readonly postProcess: Program | null;
  readonly parameters: ValueMap;
  /** Null for requests. */
  readonly implicit: ImplicitValues | null;
  /** The rules of the network. Default: rules 1. */
  readonly rules?: RuleSet | undefined;
}

/** The work of passes, in characters. */
export interface WorkDone {
  /** By the table of costs of the network. */
  readonly work: number;
  /** By the second table, never less. */
  readonly cost: number;
}

/** The padded keys of the cells that a call reads or writes, in the order of first use; or why the read pass failed. */
export type StateKeys =
  | ({
      readonly ok: true;
      readonly universal: readonly string[];
      readonly local: readonly string[];
    } & WorkDone)
  | ({ readonly ok: false; readonly message: string } & WorkDone);

export type Execution =
  | ({
      readonly ok: true;
      /** The value of the `$response` that ended the transaction, null without one. */
      readonly result: Value;
      readonly weight: bigint;
      /** In order. A key may occur more than once. A failed call has no writes (PROTOCOL 7.12). */
      readonly writes: readonly StateWrite[];
    } & WorkDone)
  /** Weight, work and cost are the values reached at the failure. */
  | ({
      readonly ok: false;
      readonly reason: FailureReason;
      readonly message: string;
      readonly weight: bigint;
    } & WorkDone);

/** refusal: a condition or a limit. failure: the recorded node stopped with an internal error (PROTOCOL 14.3). */
export type FailureReason = "refusal" | "failure";

/** The input of a pass apart from the call and the state. */
export interface PassInput {
  readonly chain: ChainView | null;
  readonly tracer: Tracer | null;
  readonly work: Work;
}

/** Runs the read pass (PROTOCOL 7.5). `missing` are the chain queries without an answer yet. */
export function readPass(
  call: ProgramCall,
  { chain, work }: Pick<PassInput, "chain" | "work">,
): { keys: StateKeys; missing: readonly ChainQuery[] } {
  const { parameters, implicit, rules } = call;
  const input = {
    parameters,
    implicit,
    rules,
    pass: "read",
    state: null,
    chain,
    tracer: null,
    work,
  } as const;
  const run = new Run(call.program, input);
  const failure = failureOf(() => evaluateParts(call, run));
  const { universal, local } = run.collected;
  const keys: StateKeys =
    failure === null
      ? { ok: true, universal: [...universal], local: [...local], ...work.counted }
      : { ok: false, message: failure.message, ...work.counted };
  return { keys, missing: run.missing };
}

/**
 * Runs the condition and execution passes (PROTOCOL 7.6, 7.7). `missing` are the chain queries without an answer yet.
 */
export function conditionPass(
  call: ProgramCall,
  state: StateView,
  { chain, tracer, work }: PassInput,
): { execution: Execution; missing: readonly ChainQuery[] } {
  const { parameters, implicit, rules } = call;
  const input = { parameters, implicit, rules, pass: "condition", state, chain, tracer, work } as const;
  const run = new Run(call.program, input);
  const writes: StateWrite[] = [];
  let result: Value = null;
  const failure = failureOf(() => {
    result = settleParts(evaluateParts(call, run), writes, rules);
  });
  const { weight } = run;
  const execution: Execution =
    failure === null
      ? { ok: true, result, weight, writes, ...work.counted }
      : { ok: false, ...failure, weight, ...work.counted };
  return { execution, missing: run.missing };
}

interface Parts {
  readonly own: ValueList;
  readonly postProcess: ValueList;
}

/**
 * Evaluates the method's own executions, then those of the post-process (PROTOCOL 7.8). Throws `CONDITION_FAILED` after
 * an execution in which a condition failed (PROTOCOL 7.11).
 */
function evaluateParts(call: ProgramCall, run: Run): Parts {
  const { program, postProcess } = call;
  run.tracer?.begin("own", run.pass);
  const own = evaluateEach(program, run);
  if (run.pass !== "read") {
    // Throws when the evaluated executions are too long (PROTOCOL 7.15).
    const limit = program.method.kind === "contract" ? MAX_TRANSACTION_SIZE : MAX_BLOCK_SIZE;
    run.measureJson(own, COSTS.walk, limit);
  }
  if (postProcess === null) return { own, postProcess: [] };
  run.enterPostProcess(postProcess);
  run.tracer?.begin("post-process", run.pass);
  return { own, postProcess: evaluateEach(postProcess, run) };
}

function evaluateEach({ executions, nodes }: Program, run: Run): ValueList {
  run.surcharge(nodes * SURCHARGES.node);
  const values: Value[] = [];
  for (const evaluate of executions) {
    values.push(evaluate(run));
    run.assertNotStopped();
  }
  return values;
}

/**
 * Runs the execution pass (PROTOCOL 7.7). Appends the writes in order and returns the value of the response that ended
 * it, null without one. The executions after a response are not executed, nor, in rules 1, is the post-process
 * (PROTOCOL 16.7).
 */
function settleParts({ own, postProcess }: Parts, writes: StateWrite[], rules = RULE_SETS[1]): Value {
  const response = settleEach(own, writes);
  if (response !== undefined && !rules.runsPostProcessAfterResponse) return response;
  const ofPostProcess = settleEach(postProcess, writes);
  return (response === undefined ? ofPostProcess : response) ?? null;
}

/** Returns the value of the response that ended the executions, undefined without one. */
function settleEach(executions: ValueList, writes: StateWrite[]): Value | undefined {
  let response: Value | undefined;
  const effects: Effects = {
    write: (write) => writes.push(write),
    respond(value) {
      response = value;
    },
  };
  for (const evaluated of executions) {
    settle(evaluated, effects);
    if (response !== undefined) break;
  }
  return response;
}

interface Failure {
  readonly reason: FailureReason;
  readonly message: string;
}

/**
 * Returns the failure of the call, null when it succeeded. An error that is no `ChainError` is a bug and is rethrown.
 */
function failureOf(body: () => void): Failure | null {
  try {
    body();
    return null;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const reason = error.code === "EXECUTION_FAILED" ? "failure" : "refusal";
    return { reason, message: error.message };
  }
}
