import type { Value } from "../../codec/value.js";
import type { TraceCall } from "../../vm/machine.js";

/** Before the calls in the arguments of a call, or when it has its value. A call without calls has `leave` alone. */
export interface RunStep {
  readonly call: TraceCall;
  readonly phase: "enter" | "leave";
  /** How many calls are around it. */
  readonly depth: number;
}

export interface RunSteps {
  readonly list: readonly RunStep[];
  /** Whether the run has more steps, which are left out. */
  readonly isCut: boolean;
}

/** The most steps that are kept of a run. A code of 64 KB has fewer: it has no loops. */
export const MOST_STEPS = 65_536;

export function stepsOf(calls: readonly TraceCall[], most = MOST_STEPS): RunSteps {
  const list: RunStep[] = [];
  const add = (call: TraceCall, depth: number): void => {
    if (list.length > most) return;
    if (call.calls.length > 0) list.push({ call, phase: "enter", depth });
    for (const inner of call.calls) add(inner, depth + 1);
    list.push({ call, phase: "leave", depth });
  };
  for (const call of calls) add(call, 0);
  return { list: list.slice(0, most), isCut: list.length > most };
}

export type Motion = "forward" | "back" | "into" | "over" | "out" | "continue" | "reverse" | "first" | "last";

export interface Stepping {
  readonly steps: RunSteps;
  readonly at: number;
  /** Where `continue` and `reverse` stop. */
  readonly isStop: (index: number) => boolean;
}

const MOTIONS: Readonly<Record<Motion, (stepping: Stepping, now: RunStep) => number>> = {
  forward: ({ at }) => at + 1,
  back: ({ at }) => at - 1,
  into: ({ at }, { phase }) => (phase === "enter" ? at + 1 : at),
  over,
  out: (stepping, now) =>
    now.depth === 0 ? over(stepping, now) : nextOf(stepping, ({ depth }) => depth < now.depth),
  continue: (stepping) => nextOf(stepping, (_, index) => stepping.isStop(index)),
  reverse: ({ steps: { list }, at, isStop }) => list.findLastIndex((_, index) => index < at && isStop(index)),
  first: () => 0,
  last: () => Infinity,
};

function over(stepping: Stepping, now: RunStep): number {
  return now.phase === "enter" ? nextOf(stepping, ({ depth }) => depth <= now.depth) : stepping.at + 1;
}

/** The next step that fits; infinite without one. */
function nextOf({ steps: { list }, at }: Stepping, fits: (step: RunStep, index: number) => boolean): number {
  const found = list.findIndex((step, index) => index > at && fits(step, index));
  return found < 0 ? Infinity : found;
}

/**
 * Where a motion leads; the same place when it leads nowhere. `over` does not stop within the arguments of a call, `out`
 * leads to the value of the call around it; at the outermost calls it is `over`. Without a stop, `continue` leads to the end, and `reverse` to the beginning.
 */
export function moved(stepping: Stepping, motion: Motion): number {
  const { list } = stepping.steps;
  const now = list[stepping.at];
  if (now === undefined) return stepping.at;
  return Math.min(Math.max(MOTIONS[motion](stepping, now), 0), list.length - 1);
}

/** The calls around a step, the outermost first. */
export function callsAround({ list }: RunSteps, at: number): readonly TraceCall[] {
  const around: TraceCall[] = [];
  let depth = list[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0 && depth > 0; index -= 1) {
    const step = list[index];
    if (step === undefined || step.depth >= depth) continue;
    depth = step.depth;
    around.unshift(step.call);
  }
  return around;
}

/** A cell that a call reads or writes. */
export interface SteppedCell {
  readonly verb: "read" | "write";
  /** `universal`, `local`. */
  readonly kind: string;
  readonly attribute: Value;
  readonly key: Value;
  readonly value: Value;
}

const CELL = /^(read|write)_(universal|local)$/;

/** Null for a call of another operator, and for one without a value. */
export function cellOf({ operator, arguments: args, value, failure }: TraceCall): SteppedCell | null {
  const [, verb, kind = ""] = CELL.exec(operator) ?? [];
  if (verb === undefined || args === null || failure !== null) return null;
  const [attribute = null, key = null, written = null] = args;
  return verb === "write"
    ? { verb, kind, attribute, key, value: written }
    : { verb: "read", kind, attribute, key, value };
}
