import { canonicalJson } from "../codec/canonical-json.js";
import { padStateKey, type StateKind } from "../codec/state-key.js";
import { UNITS_PER_WEIGHT } from "../replay/trial/fee.js";
import type { Debugged } from "../replay/trial/debugged.js";
import type { AttributeNames } from "./cell-names.js";
import type { ExecutedCall, ExecutedWrite } from "./executions.js";
import { toPlain, type Plain } from "./plain.js";

export interface ChangedCell {
  readonly kind: StateKind;
  readonly attribute: string;
  readonly key: string;
  readonly old: Plain;
  readonly new: Plain;
}

export interface CallOutcome {
  /** The value of the response; null without one. */
  readonly result: Plain;
  readonly weight: bigint;
  /** The fee in units, on networks with the contract Fee (PROTOCOL 6.17). */
  readonly fee: bigint;
  readonly changes: readonly ChangedCell[];
  /** What `debug` of the contract builder labels, in the order of its evaluation. */
  readonly debugged: readonly LabelledValue[];
}

export interface LabelledValue {
  readonly label: string;
  readonly value: Plain;
}

export function labelledValues(debugged: readonly Debugged[]): readonly LabelledValue[] {
  return debugged.map(({ label, value }) => ({ label, value: toPlain(value) }));
}

export interface Sent extends CallOutcome {
  readonly hash: string;
  readonly height: number;
  readonly size: number;
}

export function callOutcome(
  { execution, writes, debugged }: ExecutedCall,
  names: AttributeNames,
): CallOutcome {
  const last = new Map(writes.map((write) => [`${write.kind} ${padStateKey(write.key)}`, write]));
  const { weight } = execution;
  return {
    result: execution.ok ? toPlain(execution.result) : null,
    weight,
    fee: weight * UNITS_PER_WEIGHT,
    changes: [...last.values()]
      .filter(({ old, value }) => canonicalJson(old) !== canonicalJson(value))
      .map((write) => changedCell(write, names)),
    debugged: labelledValues(debugged),
  };
}

function changedCell({ kind, key, old, value }: ExecutedWrite, names: AttributeNames): ChangedCell {
  return { kind, ...names.split(key), old: toPlain(old), new: toPlain(value) };
}
