import type { Command } from "../../src/cli/command.js";
import { countOutcome } from "../../src/cli/output/outcome.js";
import { HEIGHT } from "../../src/records/operations/json-schema.js";
import { openClient } from "../shared/node/node.js";

export const command: Command = {
  summary: "count the transactions of the chain",
  examples: [{ line: "chainnode tx count" }],
  result: HEIGHT,
  async run(context) {
    const client = await openClient(context);
    return countOutcome(await client.transactionCount());
  },
};
