import type { Command } from "../../src/cli/command.js";
import { fieldsOutcome } from "../../src/cli/output/outcome.js";
import { objectToValue } from "../../src/codec/value.js";
import { CODE_COUNT } from "../../src/records/operations/requests/code-count.js";

export const command: Command = {
  summary: "count the registered contracts and requests",
  examples: ["chainnode code count", "chainnode code count --json | jq .contracts"],
  result: CODE_COUNT.data,
  async run(context) {
    const client = await context.workspace.client();
    const { contracts, requests } = await client.codeCount();
    return fieldsOutcome(objectToValue({ contracts: BigInt(contracts), requests: BigInt(requests) }), [
      ["contracts", String(contracts)],
      ["requests", String(requests)],
    ]);
  },
};
