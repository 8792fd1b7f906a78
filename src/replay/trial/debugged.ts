import { canonicalJson } from "../../codec/canonical-json.js";
import { valueToJson } from "../../codec/readable-json.js";
import { escapeControls } from "../../codec/shown-text.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { SourceMap } from "../../contract/source-map.js";
import type { Method } from "../../records/code.js";
import { sitesOf } from "../../records/site-paths.js";
import type { TraceCall } from "../../vm/machine.js";

/** The value of an expression that `debug` of the contract builder labels. */
export interface Debugged {
  readonly label: string;
  readonly value: Value;
}

/** The labels of a method's calls of operators, by the maps of its executions. */
export type DebugLabels = ReadonlyMap<ValueMap, readonly string[]>;

export const NO_LABELS: DebugLabels = new Map();

export function debugLabels(method: Method, record: ValueMap, places: SourceMap): DebugLabels {
  if ([...places.values()].every(({ labels }) => labels === undefined)) return NO_LABELS;
  return new Map(
    [...sitesOf(method, record)].flatMap(([expression, { path }]) => {
      const labels = places.get(path)?.labels;
      return labels === undefined ? [] : [[expression, labels] as const];
    }),
  );
}

/** Adds a value under each of its labels, unless a label and value came before. A code has no loops: there are few. */
export function noteDebugged(notes: Debugged[], labels: readonly string[], value: Value): void {
  for (const label of labels) {
    const isNoted = notes.some(
      (each) => each.label === label && canonicalJson(each.value) === canonicalJson(value),
    );
    if (!isNoted) notes.push({ label, value });
  }
}

/** What `debug` labels among the calls of a run. A call that stopped the run has no value. */
export function debuggedIn(calls: readonly TraceCall[], labels: DebugLabels): readonly Debugged[] {
  const notes: Debugged[] = [];
  const walk = (call: TraceCall): void => {
    call.calls.forEach(walk);
    if (call.failure === null) noteDebugged(notes, labels.get(call.expression) ?? [], call.value);
  };
  if (labels.size > 0) calls.forEach(walk);
  return notes;
}

/** `price = "500"`. */
export function debuggedText({ label, value }: Debugged): string {
  return escapeControls(`${label} = ${valueToJson(value)}`);
}
