import type { Command } from "../src/cli/command.js";
import { ADDRESS, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { ADDRESS_ARGUMENT, resolveAddress } from "./key/keys.js";
import { amountOutcome } from "../src/cli/output/outcome.js";
import { UNITS_OPTION } from "./options.js";
import { workspaceOf } from "./workspace.js";

export const command: Command = {
  summary: "show the unrefined resource of an address",
  arguments: [ADDRESS_ARGUMENT],
  options: [UNITS_OPTION],
  examples: [{ line: "chainnode resource" }, { line: "chainnode resource alice --json" }],
  result: objectOf({ address: ADDRESS, resource: TEXT }),
  async run(context, input) {
    const address = await resolveAddress(context, input.optionalArgument("address"));
    const client = await workspaceOf(context).client();
    const resource = await client.getResource(address);
    return amountOutcome({
      address,
      name: "resource",
      units: resource,
      isRaw: input.flag(UNITS_OPTION.name),
    });
  },
};
