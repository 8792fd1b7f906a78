import type { ChainError } from "../../src/codec/chain-error.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { unitsToAmount } from "../../src/cli/input/amount.js";
import { fieldsText } from "../../src/cli/output/table.js";
import type { View } from "../../src/cli/output/view.js";
import { valueToText } from "../../src/codec/text.js";
import { resultText, trialFields } from "../../src/replay/trial/trial-fields.js";
import type { TrialCost } from "../../src/replay/trial/fee.js";
import type { Trial } from "../../src/replay/trial/trial.js";
import type { CellRead, CellChange } from "../../src/replay/trial/cell-uses.js";
import {
  ADDRESS,
  ANY,
  BOOLEAN,
  HEIGHT,
  listOf,
  objectOf,
  orNull,
  TEXT,
  type JsonSchema,
} from "../../src/records/operations/json-schema.js";
import { executionFailed } from "../../src/vm/errors.js";

const CELL = { kind: TEXT, attribute: TEXT, key: TEXT, state_key: TEXT, loaded: BOOLEAN };
const TRIAL = {
  ok: BOOLEAN,
  result: ANY,
  kind: TEXT,
  name: TEXT,
  version: TEXT,
  from: orNull(ADDRESS),
  hash: orNull(TEXT),
  height: HEIGHT,
  size: orNull(HEIGHT),
  weight: HEIGHT,
  fee: orNull(TEXT),
  balance: orNull(objectOf({ old: ANY, new: ANY })),
  reads: listOf(objectOf({ ...CELL, value: ANY })),
  writes: listOf(objectOf({ ...CELL, old: ANY, new: ANY })),
};

/** The schema of `trialToData`, with the members that a command adds. */
export function trialSchema(more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  return objectOf({ ...TRIAL, ...more });
}

/** The result of a call that failed is its message. */
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

/** The failure of a failed call, which is also that of the command, after the trial is shown. */
export function trialFailure({ execution }: Trial): { readonly failure?: ChainError } {
  return execution.ok ? {} : { failure: executionFailed({ message: execution.message }) };
}

/** What the call would read, write, weigh and pay, for people. */
export function trialText(view: View, trial: Trial, cost: TrialCost): string {
  const { execution, transaction } = trial;
  const result = resultText(trial);
  return fieldsText(view, [
    ...trialFields(trial),
    ...(transaction !== null && execution.ok ? [["pays", payText(cost)] as const] : []),
    ["result", execution.ok ? result : view.style.red(result)],
  ]);
}

function payText({ fee, balance }: TrialCost): string {
  const feeText = fee === null ? "by the code's own rule" : unitsToAmount(fee.toString());
  if (balance === null) return feeText;
  const [before, after] = [balance.old, balance.new].map((value) => unitsToAmount(valueToText(value ?? "0")));
  return `${feeText}; the sender's balance goes from ${before} to ${after}`;
}
