import { option, type Command, type Context } from "../src/cli/command.js";
import { fieldsOutcome, messageOutcome } from "../src/cli/output/outcome.js";
import { textIn } from "../src/codec/text.js";
import { objectToValue, type Value } from "../src/codec/value.js";
import { ADDRESS, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { BANNED, banText } from "./peer/list.js";
import * as errors from "./errors.js";

const HOST_ARGUMENT = {
  name: "host",
  description: "host as name:port or https://name:port",
  isRequired: true,
} as const;

export const peerCommands = {
  add: {
    summary: "add a peer to the running node",
    description: [
      "The node of the data directory contacts the host and accepts it as a peer if it belongs to the network. To connect to peers at every start, use the setting `peer`.",
    ],
    arguments: [HOST_ARGUMENT],
    examples: ["chainnode peer add node.example.org:9900"],
    result: objectOf({ host: TEXT, address: ADDRESS }),
    async run(context, input) {
      const peer = await tellNode(context, "/peer/add", { host: input.argument("host") });
      return fieldsOutcome(peer, [
        ["host", textIn(peer, "host")],
        ["address", textIn(peer, "address")],
      ]);
    },
  },
  ban: {
    summary: "keep a host away from the running node",
    description: [
      "The node of the data directory drops the host and neither asks it nor accepts it as a peer, also after a restart, until the ban ends or chainnode peer unban lifts it. The bans are in `bans.json` in the data directory; chainnode peer list shows them.",
      "A ban is of one host and port. The host can still send requests to the public port: to prevent that, refuse its address in the firewall.",
    ],
    arguments: [HOST_ARGUMENT],
    options: [option("--hours <number>", "end the ban after this time", "no end")],
    examples: [
      "chainnode peer ban node.example.org:9900 --hours 24",
      "chainnode peer ban node.example.org:9900",
    ],
    result: BANNED,
    async run(context, input) {
      const hours = input.integer("hours", 1);
      const length = hours === undefined ? {} : { hours: BigInt(hours) };
      const ban = await tellNode(context, "/peer/ban", { host: input.argument("host"), ...length });
      return { data: ban, text: (view) => `${textIn(ban, "host")} is ${banText(view, ban)}.\n` };
    },
  },
  register: {
    summary: "suggest a peer to a node",
    description: [
      "The node queues the host. It becomes a peer once it answers and proves that it belongs to the network.",
    ],
    arguments: [HOST_ARGUMENT],
    examples: [
      "# announce your own node to the network",
      "chainnode peer register mine.example.org:9900 --rpc https://node.example.org:9900",
    ],
    result: objectOf({ host: TEXT }),
    async run(context, input) {
      const host = input.argument("host");
      const client = await context.workspace.runningClient();
      const { registerResult } = await client.peer({ register: host });
      if (!registerResult) throw errors.peerNotQueued({ host });
      return messageOutcome({ host }, `${host} is queued.`);
    },
  },
  remove: hostCommand("/peer/remove", "is removed", {
    summary: "drop a peer of the running node",
    description: [
      "The node of the data directory drops the host and no longer tries it. It may come back: another peer may name it, it may offer itself, and the settings and the network definition name their hosts again at the next start. To keep it away, use chainnode peer ban.",
    ],
    examples: ["chainnode peer remove node.example.org:9900"],
  }),
  unban: hostCommand("/peer/unban", "is no longer banned", {
    summary: "lift a ban of the running node",
    description: [
      "The host may become a peer again when another one names it or it offers itself, and at the next start when the settings name it. To connect to it now, use chainnode peer add.",
    ],
    examples: ["chainnode peer unban node.example.org:9900"],
  }),
} satisfies Readonly<Record<string, Command>>;

function hostCommand(
  path: string,
  result: string,
  about: Pick<Command, "summary" | "description" | "examples">,
): Command {
  return {
    ...about,
    arguments: [HOST_ARGUMENT],
    result: objectOf({ host: TEXT }),
    async run(context, input) {
      const answer = await tellNode(context, path, { host: input.argument("host") });
      const host = textIn(answer, "host");
      return messageOutcome({ host }, `${host} ${result}.`);
    },
  };
}

/** Calls an admin route of the node of the data directory. Throws `NODE_NOT_RUNNING`, or what the node throws. */
function tellNode(context: Context, path: string, members: Readonly<Record<string, Value>>): Promise<Value> {
  return context.workspace.admin({ method: "POST", path, body: objectToValue(members) });
}
