import type { Command } from "../../src/cli/command.js";
import { countOutcome } from "../../src/cli/output/outcome.js";
import { HEIGHT } from "../../src/records/operations/json-schema.js";
import { readTransaction, BUILDING_OPTIONS, TRANSACTION_ARGUMENTS } from "./transaction-input.js";
import { assertCall } from "../../src/actions/check-call.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "ask what a transaction would weigh, without sending it",
  description: [
    "The weight is the size plus what is written to the state; where the network has a Fee contract, fees are counted by it. A transaction that would fail has the weight it had reached.",
  ],
  arguments: TRANSACTION_ARGUMENTS,
  options: BUILDING_OPTIONS,
  examples: [
    { line: "chainnode tx weight Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000" },
    { line: "chainnode tx sign Grant | chainnode tx weight -" },
  ],
  result: HEIGHT,
  async run(context, input) {
    const client = await workspaceOf(context).client();
    const sign = await readTransaction(context, input, (call) =>
      assertCall(workspaceOf(context).readableCodes, call),
    );
    return countOutcome(await client.weight(sign()));
  },
};
