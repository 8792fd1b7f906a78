import { option, type Command } from "../src/cli/command.js";
import { ROUND } from "../src/records/operations/node.js";
import { roundText } from "./node-text.js";
import { objectToMap } from "../src/codec/value.js";
import { CHAIN_OPTION } from "./options.js";

export const command: Command = {
  summary: "show the current round of a node: its previous block and its time",
  options: [
    CHAIN_OPTION,
    option("--height <height>", "height of the block that the round follows", "the latest block"),
  ],
  examples: ["chainnode round", "chainnode round --chain resource --height 10"],
  result: ROUND.data,
  async run(context, input) {
    const height = input.integer("height", 0);
    const client = await context.workspace.client();
    const data = await client.call(
      ROUND.name,
      objectToMap({
        chain_type: input.option(CHAIN_OPTION.name),
        height: height === undefined ? undefined : BigInt(height),
      }),
    );
    return { data, text: (view) => roundText(view, data) };
  },
};
