import type { Command } from "../../src/cli/command.js";
import { fieldsText } from "../../src/cli/output/table.js";
import { objectToValue } from "../../src/codec/value.js";
import { ADDRESS, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { textIn } from "../../src/codec/text.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "let the running node take a host as a peer",
  description: [
    "Tells the node of the data directory to ask a host who it is, and to work with it when it belongs to the network. Hosts that a node is to know from the start are the setting `peer`.",
  ],
  arguments: [
    { name: "host", description: "the peer, as name:port, or https://name:port", isRequired: true },
  ],
  examples: [{ line: "chainnode peer add node.example.org:9900" }],
  result: objectOf({ host: TEXT, address: ADDRESS }),
  async run(context, input) {
    const body = objectToValue({ host: input.argument("host") });
    const peer = await workspaceOf(context).admin({ method: "POST", path: "/peer/add", body });
    return {
      data: peer,
      text: (view) =>
        fieldsText(view, [
          ["host", textIn(peer, "host")],
          ["address", textIn(peer, "address")],
        ]),
    };
  },
};
