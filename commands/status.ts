import type { Command } from "../src/cli/command.js";
import { fieldsText } from "../src/cli/output/table.js";
import { durationText } from "../src/cli/terminal/progress-text.js";
import { valueToText } from "../src/codec/text.js";
import { isList, memberOf, type Value } from "../src/codec/value.js";
import {
  ADDRESS,
  BOOLEAN,
  described,
  either,
  HEIGHT,
  INTEGER,
  listOf,
  objectOf,
  TEXT,
} from "../src/records/operations/json-schema.js";
import { askAdmin } from "./shared/admin.js";
import { textIn } from "./shared/answers.js";
import { STANDING_STILL } from "./shared/mining.js";

export const command: Command = {
  summary: "show what the node of the data directory is doing",
  description: [
    "Asks the running node through the socket in its data directory; nobody else can. A node elsewhere tells less: chainnode info.",
  ],
  examples: [{ line: "chainnode status" }, { line: "chainnode status --json" }],
  result: objectOf({
    pid: INTEGER,
    version: TEXT,
    uptime: described(INTEGER, "Seconds."),
    network: TEXT,
    address: ADDRESS,
    rpc: listOf(TEXT),
    height: HEIGHT,
    resource_height: HEIGHT,
    fixed_height: HEIGHT,
    syncing: described(
      either(
        objectOf({ height: HEIGHT, target: HEIGHT, blocks_per_second: INTEGER, seconds_left: INTEGER }),
        { type: "null" },
      ),
      "Null when it is not catching up.",
    ),
    peers: INTEGER,
    known_hosts: INTEGER,
    round: objectOf({
      height: HEIGHT,
      validators: described(listOf(ADDRESS), "In the order of their slots, the newest last."),
      own_slots: described(
        listOf(INTEGER),
        "Those that this node holds, from 1; none when it is no validator.",
      ),
      chunks: INTEGER,
      hypotheses: INTEGER,
    }),
    pool: INTEGER,
    mining: BOOLEAN,
    standing_still: BOOLEAN,
  }),
  async run(context) {
    const status = await askAdmin(context, { method: "GET", path: "/status" });
    return { data: status, text: (view) => fieldsText(view, statusFields(status)) };
  },
};

function statusFields(status: Value): readonly (readonly [string, string])[] {
  const text = (name: string): string => textIn(status, name);
  const rpc = memberOf(status, "rpc");
  const fields: (readonly [string, string])[] = [
    ["process", `${text("pid")}, up ${durationText(Number(text("uptime")))}`],
    ["version", text("version")],
    ["network", text("network")],
    ["node", text("address")],
    ["rpc", isList(rpc) ? rpc.map(valueToText).join(" ") : ""],
    ["main block", text("height")],
    ["resource block", `${text("resource_height")}, fixed up to ${text("fixed_height")}`],
    ["catching up", syncText(memberOf(status, "syncing"))],
    ["peers", `${text("peers")}, and ${text("known_hosts")} known`],
    ["validator", validatorText(memberOf(status, "round"))],
    ["pool", `${text("pool")} transactions`],
    ["mining", memberOf(status, "mining") === true ? "on" : "off"],
  ];
  if (memberOf(status, "standing_still") !== true) return fields;
  return [...fields, ["standing still", STANDING_STILL]];
}

function syncText(syncing: Value | undefined): string {
  if (syncing === undefined || syncing === null) return "no";
  const left = durationText(Number(textIn(syncing, "seconds_left")));
  const [height, target, rate] = ["height", "target", "blocks_per_second"].map((name) =>
    textIn(syncing, name),
  );
  return `main block ${height} of ${target}, ${rate} a second, ${left} left`;
}

function validatorText(round: Value | undefined): string {
  const [slots, own] = ["validators", "own_slots"].map((name) => memberOf(round, name) ?? null);
  const count = isList(slots) ? slots.length : 0;
  if (!isList(own) || own.length === 0) return `no; others hold the ${count} slots`;
  return `yes: slot ${own.map(valueToText).join(", ")} of ${count}`;
}
