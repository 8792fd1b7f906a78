import type { Command } from "../../src/cli/command.js";
import { fieldsOutcome } from "../../src/cli/output/outcome.js";
import { objectToValue } from "../../src/codec/value.js";
import { REQUESTS } from "../../src/records/operations/system-requests.js";

export const command: Command = {
  summary: "count the registered contracts and requests",
  examples: ["chainnode code count", "chainnode code count --json | jq .contracts"],
  result: REQUESTS.CODE_COUNT.data,
  async run(context) {
    const client = await context.workspace.client();
    const { contracts, requests } = await client.codeCount();
    return fieldsOutcome(objectToValue({ contracts: BigInt(contracts), requests: BigInt(requests) }), [
      ["contracts", String(contracts)],
      ["requests", String(requests)],
    ]);
  },
};
