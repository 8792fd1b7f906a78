import type { Command } from "../src/cli/command.js";
import { outlineText } from "../src/cli/output/outline.js";
import { BROADCAST } from "../src/records/operations/broadcast.js";
import { objectToMap } from "../src/codec/value.js";
import { CHAIN_OPTION } from "./options.js";
import { workspaceOf } from "./workspace.js";

export const command: Command = {
  summary: "show what a node is broadcasting: its pool, chunks, hypotheses, receipts",
  options: [
    CHAIN_OPTION,
    {
      name: "round",
      placeholder: "blockhash",
      description: "the round after that block instead of the latest",
    },
  ],
  examples: [{ line: "chainnode broadcast" }, { line: "chainnode broadcast --chain resource --json" }],
  result: BROADCAST.data,
  async run(context, input) {
    const client = await workspaceOf(context).runningClient();
    const data = await client.call(
      BROADCAST.name,
      objectToMap({
        chain_type: input.option(CHAIN_OPTION.name),
        round_key: input.option("round"),
      }),
    );
    return { data, text: (view) => outlineText(view, data) };
  },
};
