import type { Command } from "../../src/cli/command.js";
import { messageOutcome } from "../../src/cli/output/outcome.js";
import { textIn } from "../../src/codec/text.js";
import { objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { HOST_ARGUMENT, tellNode } from "./hosts.js";

export const command: Command = {
  summary: "drop a peer of the running node",
  description: [
    "The node of the data directory drops the host and no longer tries it. It may come back: another peer may name it, it may offer itself, and the settings and the network definition name their hosts again at the next start. To keep it away, use chainnode peer ban.",
  ],
  arguments: [HOST_ARGUMENT],
  examples: [{ line: "chainnode peer remove node.example.org:9900" }],
  result: objectOf({ host: TEXT }),
  async run(context, input) {
    const answer = await tellNode(context, "/peer/remove", { host: input.argument("host") });
    const host = textIn(answer, "host");
    return messageOutcome({ host }, `${host} is removed.`);
  },
};
