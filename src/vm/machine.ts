import { conditionPass, readPass, type ProgramCall, type Execution, type StateKeys } from "./passes.js";
import type { StateView } from "./run.js";
import type { Tracer } from "./trace.js";
import { WORK_LIMIT } from "../records/limits.js";
import { within, Work, type Budget } from "./work.js";

/**
 * The contract machine (PROTOCOL 7). `compileMethod` compiles a code to a program, `collectStateKeys` runs the read
 * pass, and `execute` runs the condition and execution passes over the loaded cells. `runRequest` does all of this
 * for a request, whose operators may query the chain. The machine does no I/O: its callers load the cells that it names
 * and apply the writes that it returns.
 */
export { runRequest, type LoadedState, type RequestOptions, type RequestSource } from "./run-request.js";
export type { ChainQuery, ChainView } from "./chain-view.js";
export { createEmptyChain } from "./chain-view.js";
export { evaluateExpression, type Evaluation, type EvaluationContext } from "./evaluate.js";
export type { ProgramCall, Execution, FailureReason, StateKeys, WorkDone } from "./passes.js";
export type { StateWrite } from "./pending.js";
export { compileMethod, type Program } from "./program.js";
export { UnreadCell, type ImplicitValues, type StateView } from "./run.js";
export { MAX_BLOCK_WORK, WORK_LIMIT } from "../records/limits.js";
export { COSTS, MAX_REQUEST_WORK, ofBlock, ofSubmission, SURCHARGES, within, type Budget } from "./work.js";
export { TraceTree, type TraceCall, type Tracer } from "./trace.js";

export interface WorkLimit {
  /** The limits of each pass (default `WORK_LIMIT`, that of a submitted transaction). */
  readonly budget?: Budget;
}

const SUBMITTED = within(WORK_LIMIT);

/**
 * Runs the read pass (PROTOCOL 7.5). Its result depends on the call alone, so it can be cached with the transaction.
 */
export function collectStateKeys(call: ProgramCall, { budget = SUBMITTED }: WorkLimit = {}): StateKeys {
  return readPass(call, { chain: null, work: new Work(budget, call.rules?.costTable) }).keys;
}

export interface ExecuteOptions extends WorkLimit {
  readonly tracer?: Tracer | null;
}

/** Runs the condition and execution passes (PROTOCOL 7.6, 7.7). A cell that is not in the view reads as absent. */
export function execute(
  call: ProgramCall,
  state: StateView,
  { tracer = null, budget = SUBMITTED }: ExecuteOptions = {},
): Execution {
  const work = new Work(budget, call.rules?.costTable);
  return conditionPass(call, state, { chain: null, tracer, work }).execution;
}
