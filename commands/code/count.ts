import type { Command } from "../../src/cli/command.js";
import { fieldsText } from "../../src/cli/output/table.js";
import { objectToValue } from "../../src/codec/value.js";
import { CODE_COUNT } from "../../src/records/operations/requests/code-count.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "count the registered contracts and requests",
  examples: [{ line: "chainnode code count" }, { line: "chainnode code count --json | jq .contracts" }],
  result: CODE_COUNT.data,
  async run(context) {
    const client = await workspaceOf(context).client();
    const { contracts, requests } = await client.codeCount();
    return {
      data: objectToValue({ contracts: BigInt(contracts), requests: BigInt(requests) }),
      text: (view) =>
        fieldsText(view, [
          ["contracts", String(contracts)],
          ["requests", String(requests)],
        ]),
    };
  },
};
