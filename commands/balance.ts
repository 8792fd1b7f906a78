import type { Command } from "../src/cli/command.js";
import { ADDRESS, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { ADDRESS_ARGUMENT, resolveAddress } from "./shared/address.js";
import { amountOutcome, UNITS_OPTION } from "./shared/transaction/amount-outcome.js";
import { membersToMap, textIn } from "./shared/answers.js";
import { openClient } from "./shared/node/node.js";

export const command: Command = {
  summary: "show the balance of an address",
  arguments: [ADDRESS_ARGUMENT],
  options: [UNITS_OPTION],
  examples: [{ line: "chainnode balance" }, { line: "chainnode balance alice --raw" }],
  result: objectOf({ address: ADDRESS, balance: TEXT }),
  async run(context, input) {
    const address = await resolveAddress(context, input.optionalArgument("address"));
    const client = await openClient(context);
    const answer = await client.request(membersToMap({ type: "GetBalance", address }));
    const balance = textIn(answer, "balance");
    return amountOutcome({ address, name: "balance", units: balance, isRaw: input.flag(UNITS_OPTION.name) });
  },
};
