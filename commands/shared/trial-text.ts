import { unitsToAmount } from "../../src/cli/input/amount.js";
import { valueToJson } from "../../src/cli/output/json.js";
import { fieldsText } from "../../src/cli/output/table.js";
import type { View } from "../../src/cli/output/view.js";
import { valueToText } from "../../src/codec/text.js";
import type { Value } from "../../src/codec/value.js";
import type { CellRead, CellWrite, NamedCell } from "../../src/node/trial/cell-uses.js";
import type { Trial } from "../../src/node/trial/trial.js";
import type { TrialCost } from "./trial-outcome.js";

/** What would be read, written, weighed and paid, for people. */
export function trialText(view: View, trial: Trial, cost: TrialCost): string {
  const { method, execution, transaction, reads, writes } = trial;
  const fields: (readonly [string, string])[] = [
    [method.kind, `${method.name} ${method.version}, on the state after block ${trial.height}`],
    ...reads.map((cell): readonly [string, string] => ["reads", readText(cell)]),
    ...writes.map((cell): readonly [string, string] => ["writes", writeText(cell)]),
  ];
  if (transaction !== null) {
    fields.push(["size", `${transaction.size} bytes`], ["weight", execution.weight.toString()]);
    if (execution.ok) fields.push(["pays", payText(cost)]);
  }
  fields.push([
    "result",
    execution.ok ? valueToJson(execution.result) : view.style.red(execution.message.trim()),
  ]);
  return fieldsText(view, fields);
}

function readText(cell: CellRead): string {
  return `${cellText(cell)} = ${absentOr(cell.value)}`;
}

function writeText(cell: CellWrite): string {
  return `${cellText(cell)} = ${absentOr(cell.new)}, was ${absentOr(cell.old)}`;
}

function cellText({ kind, attribute, key }: NamedCell): string {
  return `${kind} ${attribute} ${key}`;
}

function absentOr(value: Value): string {
  return value === null ? "absent" : valueToJson(value);
}

function payText({ fee, balance }: TrialCost): string {
  const feeText = fee === null ? "by the code's own rule" : unitsToAmount(fee.toString());
  if (balance === null) return feeText;
  const [before, after] = [balance.old, balance.new].map((value) => unitsToAmount(valueToText(value ?? "0")));
  return `${feeText}; the sender's balance goes from ${before} to ${after}`;
}
