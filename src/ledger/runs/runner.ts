import type { Value } from "../../codec/value.js";
import {
  answerRequest,
  collectStateKeys,
  execute,
  MAX_REQUEST_WORK,
  type Call,
  type Execution,
  type RequestSource,
  type StateKeys,
  type StateView,
} from "../../vm/machine.js";

/** What is there at once, or the promise of what takes longer. */
export type Eventually<T> = T | Promise<T>;

/** What comes of a contract's run, its response left out: it means nothing to a block. */
export type Outcome = Omit<Extract<Execution, { ok: true }>, "result"> | Extract<Execution, { ok: false }>;

/** What comes of a request's run. A long answer may be canonical JSON text already. */
export type RequestOutcome =
  | { readonly ok: true; readonly answer: { readonly value: Value } | { readonly json: string } }
  | { readonly ok: false; readonly message: string };

/**
 * Runs calls on the contract machine. What comes of a run depends on the call, the cells and the limit alone, never on
 * where or when it is made (docs/adr/0009-work.md).
 */
export interface Runner {
  /** The read pass. */
  collect(call: Call, maxWork: number): Eventually<StateKeys>;
  /** The condition and execution passes. The state must stay as it is until they are done. */
  execute(call: Call, state: StateView, maxWork: number): Eventually<Outcome>;
  /** The same of a call whose cells take long to load: as soon as there is room for it. */
  executeOn(call: Call, load: () => Promise<StateView>, maxWork: number): Promise<Outcome>;
  /** All passes of a request. */
  answer(call: Call, source: RequestSource): Promise<RequestOutcome>;
}

/** Where the machine runs: for blocks, and for all that anybody may ask for at no cost. */
export interface Runners {
  readonly blocks: Runner;
  readonly callers: Runner;
}

/** Runs everything where it is called, however long it takes: for commands and tests. */
export const INLINE_RUNNER: Runner = {
  collect: (call, maxWork) => collectStateKeys(call, { maxWork }),
  execute: (call, state, maxWork) => execute(call, state, { maxWork }),
  executeOn: async (call, load, maxWork) => execute(call, await load(), { maxWork }),
  answer: async (call, source) =>
    requestOutcome(await answerRequest(call, source, { maxWork: MAX_REQUEST_WORK })),
};

export const INLINE_RUNNERS: Runners = { blocks: INLINE_RUNNER, callers: INLINE_RUNNER };

export function requestOutcome(execution: Execution): RequestOutcome {
  return execution.ok ? { ok: true, answer: { value: execution.result } } : execution;
}

/** Goes on with what is there at once without a turn in between. */
export function andThen<T, U>(eventual: Eventually<T>, next: (value: T) => U): Eventually<U> {
  return eventual instanceof Promise ? later(eventual, next) : next(eventual);
}

async function later<T, U>(promise: Promise<T>, next: (value: T) => U): Promise<U> {
  return next(await promise);
}
