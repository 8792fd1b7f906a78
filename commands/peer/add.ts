import type { Command } from "../../src/cli/command.js";
import { fieldsOutcome } from "../../src/cli/output/outcome.js";
import { ADDRESS, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { textIn } from "../../src/codec/text.js";
import { HOST_ARGUMENT, tellNode } from "./hosts.js";

export const command: Command = {
  summary: "add a peer to the running node",
  description: [
    "The node of the data directory contacts the host and accepts it as a peer if it belongs to the network. To connect to peers at every start, use the setting `peer`.",
  ],
  arguments: [HOST_ARGUMENT],
  examples: [{ line: "chainnode peer add node.example.org:9900" }],
  result: objectOf({ host: TEXT, address: ADDRESS }),
  async run(context, input) {
    const peer = await tellNode(context, "/peer/add", { host: input.argument("host") });
    return fieldsOutcome(peer, [
      ["host", textIn(peer, "host")],
      ["address", textIn(peer, "address")],
    ]);
  },
};
