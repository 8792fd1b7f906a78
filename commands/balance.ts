import type { Command } from "../src/cli/command.js";
import { ADDRESS, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { ADDRESS_ARGUMENT, resolveAddress } from "./key/keys.js";
import { amountOutcome } from "../src/cli/output/outcome.js";
import { UNITS_OPTION } from "./options.js";
import { objectToMap } from "../src/codec/value.js";
import { textIn } from "../src/codec/text.js";
import { workspaceOf } from "./workspace.js";

export const command: Command = {
  summary: "show the balance of an address",
  arguments: [ADDRESS_ARGUMENT],
  options: [UNITS_OPTION],
  examples: [{ line: "chainnode balance" }, { line: "chainnode balance alice --raw" }],
  result: objectOf({ address: ADDRESS, balance: TEXT }),
  async run(context, input) {
    const address = await resolveAddress(context, input.optionalArgument("address"));
    const client = await workspaceOf(context).client();
    const answer = await client.request(objectToMap({ type: "GetBalance", address }));
    const balance = textIn(answer, "balance");
    return amountOutcome({ address, name: "balance", units: balance, isRaw: input.flag(UNITS_OPTION.name) });
  },
};
