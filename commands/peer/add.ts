import type { Command } from "../../src/cli/command.js";
import { fieldsOutcome } from "../../src/cli/output/outcome.js";
import { objectToValue } from "../../src/codec/value.js";
import { ADDRESS, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { textIn } from "../../src/codec/text.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "add a peer to the running node",
  description: [
    "The node of the data directory contacts the host and accepts it as a peer if it belongs to the network. To connect to peers at every start, use the setting `peer`.",
  ],
  arguments: [{ name: "host", description: "host as name:port or https://name:port", isRequired: true }],
  examples: [{ line: "chainnode peer add node.example.org:9900" }],
  result: objectOf({ host: TEXT, address: ADDRESS }),
  async run(context, input) {
    const body = objectToValue({ host: input.argument("host") });
    const peer = await workspaceOf(context).admin({ method: "POST", path: "/peer/add", body });
    return fieldsOutcome(peer, [
      ["host", textIn(peer, "host")],
      ["address", textIn(peer, "address")],
    ]);
  },
};
