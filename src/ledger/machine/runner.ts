import type { Value } from "../../codec/value.js";
import {
  runRequest,
  collectStateKeys,
  execute,
  type Budget,
  type ProgramCall,
  type Execution,
  type RequestSource,
  type StateKeys,
  type StateView,
} from "../../vm/machine.js";
import { fetching, type Eventually } from "./fetching.js";

export type { Eventually };

/** The result of a contract's run without its response, which means nothing to a block. */
export type ContractOutcome =
  Omit<Extract<Execution, { ok: true }>, "result"> | Extract<Execution, { ok: false }>;

/** The result of a request's run. A long answer may already be canonical JSON text. */
export type RequestOutcome =
  | { readonly ok: true; readonly answer: { readonly value: Value } | { readonly json: string } }
  | { readonly ok: false; readonly message: string };

/**
 * Runs calls on the contract machine. The result depends on the call, the cells and the limit alone, never on where or
 * when it runs (docs/adr/0009-work.md).
 */
export interface Runner {
  /** The read pass (PROTOCOL 7.5). */
  collect(call: ProgramCall, budget: Budget): Eventually<StateKeys>;
  /** The condition and execution passes (PROTOCOL 7.6, 7.7). The state must not change until they are done. */
  execute(call: ProgramCall, state: StateView, budget: Budget): Eventually<ContractOutcome>;
  /** Like `execute`, for a call whose cells take long to load; `load` is called as soon as there is room. */
  executeOn(call: ProgramCall, load: () => Promise<StateView>, budget: Budget): Promise<ContractOutcome>;
  /** All passes of a request. */
  answer(call: ProgramCall, source: RequestSource): Promise<RequestOutcome>;
}

/** Where the machine runs: for blocks, and for calls that anyone may make at no cost. */
export interface Runners {
  readonly blocks: Runner;
  readonly callers: Runner;
}

/** Runs everything in the caller's thread, however long it takes: for commands and tests. */
export const INLINE_RUNNER: Runner = {
  collect: (call, budget) => collectStateKeys(call, { budget }),
  execute: (call, state, budget) => execute(call, state, { budget }),
  async executeOn(call, load, budget) {
    const state = await load();
    return fetching(state, () => execute(call, state, { budget }));
  },
  answer: async (call, source) => requestOutcome(await runRequest(call, source)),
};

export const INLINE_RUNNERS: Runners = { blocks: INLINE_RUNNER, callers: INLINE_RUNNER };

export function requestOutcome(execution: Execution): RequestOutcome {
  return execution.ok ? { ok: true, answer: { value: execution.result } } : execution;
}

/** Continues at once with a value that is available, without a turn of the event loop. */
export function andThen<T, U>(eventual: Eventually<T>, next: (value: T) => Eventually<U>): Eventually<U> {
  return eventual instanceof Promise ? later(eventual, next) : next(eventual);
}

async function later<T, U>(promise: Promise<T>, next: (value: T) => Eventually<U>): Promise<U> {
  return next(await promise);
}
