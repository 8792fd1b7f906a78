import type { Command } from "../../src/cli/command.js";
import { countOutcome } from "../../src/cli/output/outcome.js";
import { HEIGHT } from "../../src/records/operations/json-schema.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "count the transactions of the chain",
  examples: [{ line: "chainnode tx count" }],
  result: HEIGHT,
  async run(context) {
    const client = await workspaceOf(context).client();
    return countOutcome(await client.transactionCount());
  },
};
