import { messageOutcome } from "../../src/cli/output/outcome.js";
import type { Command } from "../../src/cli/command.js";
import { objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { HOST_ARGUMENT } from "./hosts.js";
import { workspaceOf } from "../workspace.js";
import * as errors from "../errors.js";

export const command: Command = {
  summary: "suggest a peer to a node",
  description: [
    "The node queues the host. It becomes a peer once it answers and proves that it belongs to the network.",
  ],
  arguments: [HOST_ARGUMENT],
  examples: [
    {
      line: "chainnode peer register mine.example.org:9900 --rpc https://node.example.org:9900",
      explanation: "announce your own node to the network",
    },
  ],
  result: objectOf({ host: TEXT }),
  async run(context, input) {
    const host = input.argument("host");
    const client = await workspaceOf(context).runningClient();
    const { registerResult } = await client.peer({ register: host });
    if (!registerResult) throw errors.peerNotQueued({ host });
    return messageOutcome({ host }, `${host} is queued.`);
  },
};
