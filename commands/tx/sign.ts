import type { Command } from "../../src/cli/command.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { TRANSACTION_RECORD } from "../../src/records/operations/record-schemas.js";
import { readTransaction, BUILDING_OPTIONS, TRANSACTION_ARGUMENTS } from "./transaction-input.js";

export const command: Command = {
  summary: "sign a transaction without a node",
  description: [
    "Prints the signed transaction as one line of JSON; chainnode tx send - sends it. The signature covers the time: the chain refuses a transaction that is sent too late.",
  ],
  arguments: TRANSACTION_ARGUMENTS,
  options: BUILDING_OPTIONS,
  examples: [
    { line: "chainnode tx sign Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000" },
    { line: "chainnode tx sign Grant --key manager | chainnode tx send -" },
  ],
  result: TRANSACTION_RECORD,
  async run(context, input) {
    const { presetCallable } = await import("../../src/actions/preset-callables.js");
    const sign = await readTransaction(context, input, async (call) => presetCallable(call));
    const { text } = sign();
    return { data: parseJson(text), text: () => `${text}\n` };
  },
};
