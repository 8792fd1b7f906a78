import { objectToValue, type Value } from "../../codec/value.js";
import type { TraceCall } from "../../vm/machine.js";
import type { CellChange, CellRead, NamedCell } from "./cell-uses.js";
import type { TrialCost } from "./fee.js";
import type { Trial } from "./trial.js";
import { valueToJson } from "../../codec/readable-json.js";

/** A trial as the data that commands and operations answer (`TRIAL_MEMBERS`). The result of a call that failed is its message. */
export function trialToData(
  trial: Trial,
  cost: TrialCost,
  more: Readonly<Record<string, Value>> = {},
): Value {
  const { execution, method, transaction } = trial;
  return objectToValue({
    ok: execution.ok,
    result: execution.ok ? execution.result : execution.message,
    kind: method.kind,
    name: method.name,
    version: method.version,
    from: trial.from,
    hash: transaction?.hash ?? null,
    height: BigInt(trial.height),
    size: transaction && BigInt(transaction.size),
    weight: execution.weight,
    fee: cost.fee?.toString() ?? null,
    balance: cost.balance && objectToValue(cost.balance),
    reads: trial.reads.map((read) => cellToData(read, { value: read.value })),
    writes: trial.writes.map((write) => cellToData(write, { old: write.old, new: write.new })),
    ...more,
  });
}

function cellToData(
  { kind, attribute, key, stateKey, isLoaded }: CellRead | CellChange,
  values: Readonly<Record<string, Value>>,
): Value {
  return objectToValue({ kind, attribute, key, state_key: stateKey, loaded: isLoaded, ...values });
}

/** The calls of operators: each with the calls in its arguments. */
export function traceToData(calls: readonly TraceCall[]): Value {
  return calls.map((call) =>
    objectToValue({
      operator: call.operator,
      part: call.part,
      pass: call.pass,
      arguments: call.arguments,
      value: call.value,
      failed: call.failure !== null,
      failure: call.failure,
      note: call.note,
      calls: traceToData(call.calls),
    }),
  );
}

export type TrialField = readonly [name: string, value: string];

/** Formats what a call read and wrote, and its weight, for the user. */
export function trialFields({
  method,
  height,
  transaction,
  execution,
  reads,
  writes,
}: Trial): readonly TrialField[] {
  return [
    [method.kind, `${method.name} ${method.version}, on the state after block ${height}`],
    ...reads.map((cell): TrialField => ["reads", `${cellText(cell)} = ${valueText(cell, cell.value)}`]),
    ...writes.map((cell): TrialField => [
      "writes",
      `${cellText(cell)} = ${absentOr(cell.new)}, was ${valueText(cell, cell.old)}`,
    ]),
    ...(transaction === null
      ? []
      : ([
          ["size", `${transaction.size} bytes`],
          ["weight", execution.weight.toString()],
        ] as const)),
  ];
}

export function resultText({ execution }: Pick<Trial, "execution">): string {
  return execution.ok ? valueToJson(execution.result) : execution.message.trim();
}

function cellText({ kind, attribute, key }: NamedCell): string {
  return `${kind} ${attribute} ${key}`;
}

function valueText({ isLoaded }: CellRead | CellChange, value: Value): string {
  return isLoaded ? absentOr(value) : "not loaded";
}

function absentOr(value: Value): string {
  return value === null ? "absent" : valueToJson(value);
}
