import type { Command } from "../src/cli/command.js";
import { ADDRESS, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { ADDRESS_ARGUMENT, resolveAddress } from "./shared/address.js";
import { amountOutcome, UNITS_OPTION } from "./shared/transaction/amount-outcome.js";
import { openClient } from "./shared/node/node.js";

export const command: Command = {
  summary: "show the resource that an address has earned and not refined yet",
  arguments: [ADDRESS_ARGUMENT],
  options: [UNITS_OPTION],
  examples: [{ line: "chainnode resource" }, { line: "chainnode resource alice --json" }],
  result: objectOf({ address: ADDRESS, resource: TEXT }),
  async run(context, input) {
    const address = await resolveAddress(context, input.optionalArgument("address"));
    const client = await openClient(context);
    const resource = await client.getResource(address);
    return amountOutcome({
      address,
      name: "resource",
      units: resource,
      isRaw: input.flag(UNITS_OPTION.name),
    });
  },
};
