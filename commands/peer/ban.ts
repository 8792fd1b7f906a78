import type { Command } from "../../src/cli/command.js";
import { textIn } from "../../src/codec/text.js";
import { BANNED, banText, HOST_ARGUMENT, tellNode } from "./hosts.js";

const HOURS = "hours";

export const command: Command = {
  summary: "keep a host away from the running node",
  description: [
    "The node of the data directory drops the host and neither asks it nor accepts it as a peer, also after a restart, until the ban ends or chainnode peer unban lifts it. The bans are in `bans.json` in the data directory; chainnode peer list shows them.",
    "A ban is of one host and port. The host can still send requests to the public port: to prevent that, refuse its address in the firewall.",
  ],
  arguments: [HOST_ARGUMENT],
  options: [
    { name: HOURS, placeholder: "number", default: "no end", description: "end the ban after this time" },
  ],
  examples: [
    { line: "chainnode peer ban node.example.org:9900 --hours 24" },
    { line: "chainnode peer ban node.example.org:9900" },
  ],
  result: BANNED,
  async run(context, input) {
    const hours = input.integer(HOURS, 1);
    const length = hours === undefined ? {} : { hours: BigInt(hours) };
    const ban = await tellNode(context, "/peer/ban", { host: input.argument("host"), ...length });
    return { data: ban, text: (view) => `${textIn(ban, "host")} is ${banText(view, ban)}.\n` };
  },
};
