import { option, type Command } from "../src/cli/command.js";
import { outlineText } from "../src/cli/output/view.js";
import { BROADCAST } from "../src/records/operations/broadcast.js";
import { objectToMap } from "../src/codec/value.js";
import { CHAIN_OPTION } from "./options.js";

export const command: Command = {
  summary: "show what a node broadcasts: its pool, chunks, hypotheses and receipts",
  options: [
    CHAIN_OPTION,
    option("--round <blockhash>", "hash of the block that the round follows", "the latest round"),
  ],
  examples: ["chainnode broadcast", "chainnode broadcast --chain resource --json"],
  result: BROADCAST.data,
  async run(context, input) {
    const client = await context.workspace.runningClient();
    const data = await client.call(
      BROADCAST.name,
      objectToMap({ chain_type: input.option(CHAIN_OPTION.name), round_key: input.option("round") }),
    );
    return { data, text: (view) => outlineText(view, data) };
  },
};
