import { conditionPass, readPass, type Call, type Execution, type StateKeys } from "./passes.js";
import type { StateView } from "./run.js";
import type { Tracer } from "./trace.js";
import { WORK_LIMIT, Work } from "./work.js";

/**
 * The contract machine (PROTOCOL 7). `compileMethod` makes a program of a code, `collectStateKeys` is the read pass,
 * `execute` the condition and execution passes over the cells that were loaded; `answerRequest` does all of it for a
 * request, whose operators may ask the chain. The machine does no I/O and writes nothing: its callers load what it asks
 * for, and apply the writes that it gives back.
 */
export {
  answerRequest,
  type LoadedState,
  type RequestOptions,
  type RequestSource,
} from "./answer-request.js";
export type { ChainQuery, ChainView } from "./chain-view.js";
export { checkCode, type Finding } from "./check-code.js";
export { createEmptyChain } from "./empty-chain.js";
export { evaluateExpression, type Evaluation, type EvaluationContext } from "./evaluate.js";
export type { Call, Execution, FailureReason, StateKeys } from "./passes.js";
export type { StateWrite } from "./pending.js";
export { compileMethod, type Program } from "./program.js";
export type { ImplicitValues, StateKind, StateView } from "./run.js";
export { COSTS, MAX_BLOCK_WORK, MAX_REQUEST_WORK, WORK_LIMIT } from "./work.js";
export { TraceTree, type TraceCall, type Tracer } from "./trace.js";

export interface WorkLimit {
  /** How many characters a pass may work through, as many as that of one submitted unless it is given. */
  readonly maxWork?: number;
}

/** The read pass. What it gives depends on the call alone, so it can be kept with the transaction. */
export function collectStateKeys(call: Call, { maxWork = WORK_LIMIT }: WorkLimit = {}): StateKeys {
  return readPass(call, { chain: null, work: new Work(maxWork) }).keys;
}

export interface ExecuteOptions extends WorkLimit {
  readonly tracer?: Tracer | null;
}

/** The condition and execution passes. A cell that the view does not have reads as absent. */
export function execute(
  call: Call,
  state: StateView,
  { tracer = null, maxWork = WORK_LIMIT }: ExecuteOptions = {},
): Execution {
  const work = new Work(maxWork);
  return conditionPass(call, state, { chain: null, tracer, work }).execution;
}
