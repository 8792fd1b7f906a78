import type { Command, Context } from "../src/cli/command.js";
import type { Outcome } from "../src/cli/output/outcome.js";
import { fieldsText, type Field } from "../src/cli/output/table.js";
import type { View } from "../src/cli/output/view.js";
import { durationText } from "../src/cli/terminal/progress-text.js";
import { valueToText, textIn } from "../src/codec/text.js";
import { ChainError } from "../src/codec/chain-error.js";
import { isList, isMap, memberOf, objectToValue, type Value } from "../src/codec/value.js";
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
import { REMOTE_STATUS, remoteStatus } from "./status/remote-status.js";
import { HOST_ABSENT, HOST_SET_ASIDE, REFUSED_BLOCK, refusedBlockText, setAsideText } from "./peer/hosts.js";
import { askReadiness, failureOf, problemFields, READINESS, verdictFields } from "./status/readiness.js";
import { workspaceOf } from "./workspace.js";

/** The members that come from the chain, also while no node runs. */
const CHAIN = {
  network: TEXT,
  height: HEIGHT,
  resource_height: HEIGHT,
  fixed_height: HEIGHT,
  fault: described(
    either(TEXT, { type: "null" }),
    "Why no block can be made or kept, such as blocks that are lost; null when all is well.",
  ),
};

/** The members that only a running node knows. */
const RUNNING = {
  pid: INTEGER,
  version: TEXT,
  ready: BOOLEAN,
  verdict: described(TEXT, "`ready`, or `not ready:` and the reasons."),
  problems: described(
    listOf(objectOf({ name: TEXT, since: INTEGER, message: TEXT, fix: TEXT })),
    "The checks that fail; `since` is in µs.",
  ),
  uptime: described(INTEGER, "Seconds."),
  address: ADDRESS,
  rpc: listOf(TEXT),
  ops: described(
    either(TEXT, { type: "null" }),
    "The address of health checks and metrics; null when they are off.",
  ),
  syncing: described(
    either(objectOf({ height: HEIGHT, target: HEIGHT, blocks_per_second: INTEGER, seconds_left: INTEGER }), {
      type: "null",
    }),
    "Null when it is not catching up.",
  ),
  peers: INTEGER,
  known_hosts: INTEGER,
  absent_peers: described(
    listOf(HOST_ABSENT),
    "Hosts that the operator named and that do not answer as peers now, at most 16.",
  ),
  set_aside: described(listOf(HOST_SET_ASIDE), "Hosts that the node leaves alone for now, at most 16."),
  refused_blocks: described(
    listOf(REFUSED_BLOCK),
    "The last blocks of peers that break a rule of this node, at most 8.",
  ),
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
};

export const command: Command = {
  summary: "show what a node is doing",
  description: [
    "Asks the node that runs on the data directory, through the socket there. The exit code is 0 when the node is ready and 1 when it is not. When no node runs, it shows how far the chain came, and the exit code is 3.",
    "The verdict comes from the node's health checks: see docs/operate.md. With --ops it asks the ops address of a node for them, and for nothing else.",
    "With --rpc it asks the node at that URL. Such a node tells less: the result names what only its owner can ask.",
  ],
  options: [{ name: "ops", placeholder: "url", description: "the ops address of a node, in place of --rpc" }],
  examples: [
    { line: "chainnode status" },
    { line: "chainnode status --json" },
    { line: "chainnode status --ops http://127.0.0.1:9901", explanation: "the health checks of a node" },
    { line: "chainnode status --rpc https://node.example.org:9900", explanation: "a node elsewhere" },
  ],
  result: either(
    objectOf({ running: { const: true }, ...CHAIN, ...RUNNING }),
    objectOf({ running: { const: false }, ...CHAIN }),
    REMOTE_STATUS,
    READINESS,
  ),
  async run(context, input) {
    const ops = input.option("ops");
    if (ops !== undefined) return askReadiness(ops);
    if (await namesNode(context)) return remoteStatus(context, await workspaceOf(context).client());
    try {
      const status = await workspaceOf(context).admin({ method: "GET", path: "/status" });
      const members = [...(isMap(status) ? status : [])];
      const data = new Map<string, Value>([["running", true], ...members]);
      const text = (view: View): string => fieldsText(view, statusFields(view, status));
      return { data, text, ...failureOf(status) };
    } catch (error) {
      if (error instanceof ChainError && error.code === "NODE_NOT_RUNNING") return stopped(context, error);
      throw error;
    }
  },
};

/** Whether the command's node is given by URL, not by a data directory. */
async function namesNode(context: Context): Promise<boolean> {
  return (
    context.settings.originOf("rpc") !== "default" && (await workspaceOf(context).nearestDirectory()) === null
  );
}

/** The status while no node runs: that of the stored chain, or only the failure when there is no chain to read. */
async function stopped(context: Context, failure: ChainError): Promise<Outcome> {
  const { readStoppedStatus } = await import("../src/node/views/stopped-status.js");
  const status = await readStoppedStatus(await workspaceOf(context).directory());
  if (status === null) throw failure;
  const data = objectToValue({ running: false, ...status });
  const fields = [["process", "none"] as const, ...chainFields(data), ...faultFields(data)];
  return { data, text: (view) => fieldsText(view, fields), failure };
}

function statusFields(view: View, status: Value): readonly Field[] {
  const text = (name: string): string => textIn(status, name);
  const rpc = memberOf(status, "rpc");
  const fields: Field[] = [
    ...verdictFields(status),
    ...problemFields(memberOf(status, "problems")),
    ["process", `${text("pid")}, up ${durationText(Number(text("uptime")))}`],
    ["version", text("version")],
    ["node", text("address")],
    ["rpc", isList(rpc) ? rpc.map(valueToText).join(" ") : ""],
    ["ops", text("ops") || "off"],
    ...chainFields(status),
    ["catching up", syncText(memberOf(status, "syncing"))],
    ["peers", `${text("peers")}, and ${text("known_hosts")} known`],
    ["validator", validatorText(memberOf(status, "round"))],
    ["pool", `${text("pool")} transactions`],
    ["mining", memberOf(status, "mining") === true ? "on" : "off"],
  ];
  for (const host of valuesOf(status, "absent_peers"))
    fields.push([
      "peer problem",
      `${textIn(host, "host")} ${textIn(memberOf(host, "last_failure"), "reason")}`,
    ]);
  for (const host of valuesOf(status, "set_aside"))
    fields.push(["peer problem", `${textIn(host, "host")} ${setAsideText(view, host)}`]);
  for (const refused of valuesOf(status, "refused_blocks"))
    fields.push(["refused", refusedBlockText(view, refused)]);
  return fields;
}

function faultFields(status: Value): readonly Field[] {
  const fault = textIn(status, "fault").trim();
  return fault === "" ? [] : [["fault", fault]];
}

function valuesOf(status: Value, name: string): readonly Value[] {
  const values = memberOf(status, name);
  return isList(values) ? values : [];
}

function chainFields(status: Value): readonly Field[] {
  const [network = "", height = "", resourceHeight = "", fixedHeight = ""] = Object.keys(CHAIN).map((name) =>
    textIn(status, name),
  );
  return [
    ["network", network],
    ["main block", height],
    ["resource block", `${resourceHeight}, fixed up to ${fixedHeight}`],
  ];
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
  if (!isList(own) || own.length === 0)
    return `no; others hold ${count === 1 ? "the one slot" : `the ${count} slots`}`;
  return `yes: slot ${own.map(valueToText).join(", ")} of ${count}`;
}
