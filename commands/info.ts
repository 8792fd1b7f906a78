import type { Command } from "../src/cli/command.js";
import { INFO } from "../src/records/operations/node.js";
import { infoText } from "./node-text.js";

export const command: Command = {
  summary: "show the tasks and the latest blocks of a node",
  examples: ["chainnode info", "chainnode info --json | jq .last_block.height"],
  result: INFO.data,
  async run(context) {
    const client = await context.workspace.client();
    const data = await client.call(INFO.name, new Map());
    return { data, text: (view) => infoText(view, data) };
  },
};
