import type { Command } from "../../src/cli/command.js";
import { countOutcome } from "../../src/cli/output/outcome.js";
import { HEIGHT } from "../../src/records/operations/json-schema.js";
import { readTransaction, BUILDING_OPTIONS, TRANSACTION_ARGUMENTS } from "./transaction-input.js";
import { assertCall } from "../../src/actions/check-call.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "compute the weight of a transaction without sending it",
  description: [
    "The weight is the size of the transaction plus the weight of its writes to the state. On a network with the Fee contract, the fee depends on it. The weight of a transaction that fails is the weight up to the failure.",
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
