import type { Command } from "../../src/cli/command.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { objectToValue } from "../../src/codec/value.js";
import { objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "suggest a peer to a node",
  description: [
    "The node queues the host. It becomes a peer once it answers and proves that it belongs to the network.",
  ],
  arguments: [{ name: "host", description: "host as name:port or https://name:port", isRequired: true }],
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
    if (!registerResult) {
      throw new ChainError("PEER_NOT_QUEUED", "The node does not take the host. ", {
        advice: "It may have it already, work with no peers, or have too many to try at the moment.",
        details: { host },
      });
    }
    return { data: objectToValue({ host }), text: () => `${host} is queued.\n` };
  },
};
