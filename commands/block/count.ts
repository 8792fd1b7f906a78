import type { Command } from "../../src/cli/command.js";
import { countOutcome } from "../../src/cli/output/outcome.js";
import { HEIGHT } from "../../src/records/operations/json-schema.js";
import { RESOURCE_OPTION } from "../options.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "count the blocks of the main chain or the resource chain",
  options: [RESOURCE_OPTION],
  examples: [{ line: "chainnode block count" }, { line: "chainnode block count --resource" }],
  result: HEIGHT,
  async run(context, input) {
    const client = await workspaceOf(context).client();
    const isResource = input.flag(RESOURCE_OPTION.name);
    return countOutcome(await (isResource ? client.resourceBlockCount() : client.blockCount()));
  },
};
