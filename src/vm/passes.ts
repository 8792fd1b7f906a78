import { ChainError } from "../codec/chain-error.js";
import type { Value, ValueList, ValueMap } from "../codec/value.js";
import { MAX_BLOCK_SIZE, MAX_TRANSACTION_SIZE } from "../records/limits.js";
import type { ChainQuery, ChainView } from "./chain-view.js";
import { settle, type Effects, type StateWrite } from "./pending.js";
import type { Program } from "./program.js";
import { Run, type ImplicitValues, type StateView } from "./run.js";
import type { Tracer } from "./trace.js";
import { COSTS, type Work } from "./work.js";

/** A program called with a transaction's or request's parameters: the map that carries them, `type` included. */
export interface Call {
  readonly program: Program;
  /** The registered Fee; null for system contracts, requests, and networks without one. */
  readonly postProcess: Program | null;
  readonly parameters: ValueMap;
  /** Null for requests. */
  readonly implicit: ImplicitValues | null;
}

/** The cells a call reads or writes, padded, in the order it names them; or why it cannot be executed at all. */
export type StateKeys =
  | {
      readonly ok: true;
      readonly universal: readonly string[];
      readonly local: readonly string[];
      /** How many characters the pass worked through. */
      readonly work: number;
    }
  | { readonly ok: false; readonly message: string; readonly work: number };

export type Execution =
  | {
      readonly ok: true;
      /** What the `$response` gave that ended the transaction, null without one. */
      readonly result: Value;
      readonly weight: bigint;
      /** How many characters its passes worked through. */
      readonly work: number;
      /** In order; a key may be written more than once. */
      readonly writes: readonly StateWrite[];
    }
  /** Weight and work are those reached when it failed. */
  | {
      readonly ok: false;
      readonly reason: FailureReason;
      readonly message: string;
      readonly weight: bigint;
      readonly work: number;
    };

/** A condition or a limit refused it, or what made the recorded node stop with an internal error (PROTOCOL 14). */
export type FailureReason = "refusal" | "failure";

/** What a pass is given beside the call and the state. */
export interface PassInput {
  readonly chain: ChainView | null;
  readonly tracer: Tracer | null;
  readonly work: Work;
}

/** The read pass, with what the chain was asked and could not answer yet. */
export function readPass(
  call: Call,
  { chain, work }: Pick<PassInput, "chain" | "work">,
): { keys: StateKeys; missing: readonly ChainQuery[] } {
  const { parameters, implicit } = call;
  const input = { parameters, implicit, pass: "read", state: null, chain, tracer: null, work } as const;
  const run = new Run(call.program, input);
  const failure = failureOf(() => evaluateParts(call, run));
  const { universal, local } = run.collected;
  const keys: StateKeys =
    failure === null
      ? { ok: true, universal: [...universal], local: [...local], work: work.done }
      : { ok: false, message: failure.message, work: work.done };
  return { keys, missing: run.missing };
}

/** The condition and execution passes, with what the chain was asked and could not answer yet. */
export function conditionPass(
  call: Call,
  state: StateView,
  { chain, tracer, work }: PassInput,
): { execution: Execution; missing: readonly ChainQuery[] } {
  const { parameters, implicit } = call;
  const run = new Run(call.program, { parameters, implicit, pass: "condition", state, chain, tracer, work });
  const writes: StateWrite[] = [];
  let result: Value = null;
  const failure = failureOf(() => {
    result = settleParts(evaluateParts(call, run), writes);
  });
  const { weight } = run;
  const execution: Execution =
    failure === null
      ? { ok: true, result, weight, work: work.done, writes }
      : { ok: false, ...failure, weight, work: work.done };
  return { execution, missing: run.missing };
}

interface Parts {
  readonly own: ValueList;
  readonly postProcess: ValueList;
}

/** Evaluates the method's own executions, then the post-process's. Throws `CONDITION_FAILED` when one stops the rest. */
function evaluateParts(call: Call, run: Run): Parts {
  const { program, postProcess } = call;
  run.tracer?.begin("own", run.pass);
  const own = evaluateEach(program, run);
  if (run.pass !== "read") {
    // Fails when the evaluated executions are too long.
    const limit = program.method.kind === "contract" ? MAX_TRANSACTION_SIZE : MAX_BLOCK_SIZE;
    run.measureJson(own, COSTS.walk, limit);
  }
  if (postProcess === null) return { own, postProcess: [] };
  run.enterPostProcess(postProcess);
  run.tracer?.begin("post-process", run.pass);
  return { own, postProcess: evaluateEach(postProcess, run) };
}

function evaluateEach({ executions }: Program, run: Run): ValueList {
  const values: Value[] = [];
  for (const evaluate of executions) {
    values.push(evaluate(run));
    run.assertNotStopped();
  }
  return values;
}

/**
 * The execution pass: writes in order, and the value of the response that ended it, null without one. What stands behind
 * the execution of a response is not executed, the post-process's part included.
 */
function settleParts({ own, postProcess }: Parts, writes: StateWrite[]): Value {
  let result: Value = null;
  let isOver = false;
  const effects: Effects = {
    write: (write) => writes.push(write),
    respond(value) {
      result = value;
      isOver = true;
    },
  };
  for (const part of [own, postProcess]) {
    for (const evaluated of part) {
      settle(evaluated, effects);
      if (isOver) return result;
    }
  }
  return null;
}

interface Failure {
  readonly reason: FailureReason;
  readonly message: string;
}

/** A failure that the protocol knows, null when there was none. Anything else is a fault of this node. */
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
