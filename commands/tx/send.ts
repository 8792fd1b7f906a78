import type { Command } from "../../src/cli/command.js";
import { TIME_HASH } from "../../src/records/operations/json-schema.js";
import { signAndSend, SENDING_OPTIONS } from "./sending.js";
import { readTransaction, BUILDING_OPTIONS, TRANSACTION_ARGUMENTS } from "./transaction-input.js";
import type { CodeCall } from "../../src/actions/call.js";
import type { Callable } from "../../src/actions/callables.js";
import { assertCall } from "../../src/actions/check-call.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "sign and send a transaction, or send a signed one",
  description: [
    "Prints the hash of the transaction. The node executes the transaction before it accepts it, and refuses one that would fail. Acceptance does not guarantee inclusion: use --wait or chainnode tx wait.",
  ],
  arguments: TRANSACTION_ARGUMENTS,
  options: [...BUILDING_OPTIONS, ...SENDING_OPTIONS],
  examples: [
    { line: "chainnode tx send Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000 --wait" },
    { line: "chainnode tx sign Grant | chainnode tx send - --yes", explanation: "sign elsewhere, then send" },
  ],
  result: TIME_HASH,
  async run(context, input) {
    const find = (call: CodeCall): Promise<Callable | undefined> =>
      assertCall(workspaceOf(context).readableCodes, call);
    return signAndSend(context, input, { prepare: () => readTransaction(context, input, find) });
  },
};
