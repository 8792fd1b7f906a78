import type { Command } from "../../src/cli/command.js";
import { messageOutcome } from "../../src/cli/output/outcome.js";
import { textIn } from "../../src/codec/text.js";
import { objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { HOST_ARGUMENT, tellNode } from "./hosts.js";

export const command: Command = {
  summary: "lift a ban of the running node",
  description: [
    "The host may become a peer again when another one names it or it offers itself, and at the next start when the settings name it. To connect to it now, use chainnode peer add.",
  ],
  arguments: [HOST_ARGUMENT],
  examples: [{ line: "chainnode peer unban node.example.org:9900" }],
  result: objectOf({ host: TEXT }),
  async run(context, input) {
    const answer = await tellNode(context, "/peer/unban", { host: input.argument("host") });
    const host = textIn(answer, "host");
    return messageOutcome({ host }, `${host} is no longer banned.`);
  },
};
