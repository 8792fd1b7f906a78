import { unitsToAmount } from "../../../src/cli/input/amount.js";
import { fieldsText } from "../../../src/cli/output/table.js";
import type { View } from "../../../src/cli/output/view.js";
import { valueToText } from "../../../src/codec/text.js";
import type { TrialCost } from "../../../src/replay/trial/cost.js";
import type { Trial } from "../../../src/replay/trial/trial.js";
import { resultText, trialFields } from "../../../src/replay/trial/trial-fields.js";

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
