import { padStateKey } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import { fetching } from "../ledger/machine/fetching.js";
import type { Runner, Runners } from "../ledger/machine/runner.js";
import { INLINE_RUNNER, requestOutcome } from "../ledger/machine/runner.js";
import { debuggedIn, NO_LABELS, type Debugged, type DebugLabels } from "../replay/trial/debugged.js";
import {
  execute,
  runRequest,
  TraceTree,
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
  readonly debugged: readonly Debugged[];
}

export interface ExecutionWatch {
  /** The tracer of a run, null for none. */
  readonly tracerOf?: (call: ProgramCall) => Tracer | null;
  /** What `debug` labels in the code of a run. */
  readonly labelsOf?: (call: ProgramCall) => DebugLabels;
  readonly onExecuted?: (executed: ExecutedCall) => void;
}

/** Creates runners that run everything in the caller's thread, and report each run. */
export function createWatchedRunners({
  tracerOf = () => null,
  labelsOf = () => NO_LABELS,
  onExecuted = () => undefined,
}: ExecutionWatch): Runners {
  const watchOf = (
    call: ProgramCall,
  ): { readonly tracer: Tracer | null; debugged: () => readonly Debugged[] } => {
    const labels = labelsOf(call);
    const tracer = tracerOf(call);
    if (labels.size === 0) return { tracer, debugged: () => [] };
    const tree = new TraceTree();
    return {
      tracer: tracer === null ? tree : both(tracer, tree),
      debugged: () => debuggedIn(tree.roots, labels),
    };
  };
  const run = (call: ProgramCall, state: StateView, budget: Budget): Execution => {
    const { tracer, debugged } = watchOf(call);
    const execution = execute(call, state, { budget, tracer });
    onExecuted({ call, execution, writes: withOld(execution, state), debugged: debugged() });
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
      const { tracer, debugged } = watchOf(call);
      const execution = await runRequest(call, source, { tracer });
      onExecuted({ call, execution, writes: [], debugged: debugged() });
      return requestOutcome(execution);
    },
  };
  return { blocks: runner, callers: runner };
}

function both(one: Tracer, other: Tracer): Tracer {
  return {
    begin(part, pass) {
      one.begin(part, pass);
      other.begin(part, pass);
    },
    enter(operator, expression) {
      one.enter(operator, expression);
      other.enter(operator, expression);
    },
    leave(args, value) {
      one.leave(args, value);
      other.leave(args, value);
    },
    stop(message) {
      one.stop(message);
      other.stop(message);
    },
    fail(args, message) {
      one.fail(args, message);
      other.fail(args, message);
    },
  };
}

function withOld(execution: Execution, state: StateView): readonly ExecutedWrite[] {
  if (!execution.ok) return [];
  return execution.writes.map((write) => ({
    ...write,
    old: state.read(write.kind, padStateKey(write.key)) ?? null,
  }));
}
