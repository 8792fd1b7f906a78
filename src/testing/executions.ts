import { padStateKey } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import { fetching } from "../ledger/machine/fetching.js";
import type { Runner, Runners } from "../ledger/machine/runner.js";
import { INLINE_RUNNER, requestOutcome } from "../ledger/machine/runner.js";
import {
  execute,
  runRequest,
  type Budget,
  type Execution,
  type ProgramCall,
  type StateView,
  type StateWrite,
  type Tracer,
} from "../vm/machine.js";

/** A write with the value that its cell held before the call. */
export interface ExecutedWrite extends StateWrite {
  readonly old: Value;
}

/** One run of a contract. A transaction is run at its admission and again in its block. */
export interface ExecutedCall {
  readonly call: ProgramCall;
  readonly execution: Execution;
  readonly writes: readonly ExecutedWrite[];
}

export interface ExecutionWatch {
  /** The tracer of a run, null for none. */
  readonly tracerOf?: (call: ProgramCall) => Tracer | null;
  readonly onExecuted?: (executed: ExecutedCall) => void;
}

/** Creates runners that run everything in the caller's thread, and report each run. */
export function createWatchedRunners({
  tracerOf = () => null,
  onExecuted = () => undefined,
}: ExecutionWatch): Runners {
  const run = (call: ProgramCall, state: StateView, budget: Budget): Execution => {
    const execution = execute(call, state, { budget, tracer: tracerOf(call) });
    onExecuted({ call, execution, writes: withOld(execution, state) });
    return execution;
  };
  const runner: Runner = {
    ...INLINE_RUNNER,
    execute: run,
    async executeOn(call, load, budget) {
      const state = await load();
      return fetching(state, () => run(call, state, budget));
    },
    async answer(call, source) {
      const execution = await runRequest(call, source, { tracer: tracerOf(call) });
      onExecuted({ call, execution, writes: [] });
      return requestOutcome(execution);
    },
  };
  return { blocks: runner, callers: runner };
}

function withOld(execution: Execution, state: StateView): readonly ExecutedWrite[] {
  if (!execution.ok) return [];
  return execution.writes.map((write) => ({
    ...write,
    old: state.read(write.kind, padStateKey(write.key)) ?? null,
  }));
}
