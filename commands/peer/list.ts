import type { Command } from "../../src/cli/command.js";
import { tableText } from "../../src/cli/output/table.js";
import { objectToValue } from "../../src/codec/value.js";
import { ADDRESS, listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { openClient } from "../shared/node/node.js";

const COLUMNS = [{ title: "host" }, { title: "address" }];

export const command: Command = {
  summary: "list the peers a node works with, and the hosts it only knows",
  description: ["Of a node that is stopped it lists the hosts of the peers that it had last."],
  examples: [
    { line: "chainnode peer list" },
    { line: "chainnode peer list --rpc https://node.example.org:9900" },
  ],
  result: objectOf({ peers: listOf(objectOf({ host: TEXT, address: ADDRESS })), known_hosts: listOf(TEXT) }),
  async run(context) {
    const client = await openClient(context);
    const { peers, known_hosts } = await client.peer();
    return {
      data: objectToValue({
        peers: [...peers.values()].map(({ host, address }) => objectToValue({ host, address })),
        known_hosts,
      }),
      text: (view) =>
        tableText(view, COLUMNS, [
          ...[...peers.values()].map(({ host, address }) => [host, address]),
          ...known_hosts.map((host) => [host, ""]),
        ]),
    };
  },
};
