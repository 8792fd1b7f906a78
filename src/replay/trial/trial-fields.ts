import { valueToJson } from "../../codec/readable-json.js";
import type { Value } from "../../codec/value.js";
import type { CellRead, CellChange, NamedCell } from "./cell-uses.js";
import type { Trial } from "./trial.js";

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
