import { option, type Command, type Context } from "../src/cli/command.js";
import type { Outcome } from "../src/cli/output/outcome.js";
import { fieldsText, type Field, type View } from "../src/cli/output/view.js";
import { durationText } from "../src/cli/terminal/progress.js";
import { valueToText, textIn } from "../src/codec/text.js";
import { ChainError } from "../src/codec/chain-error.js";
import { isList, isMap, listIn, memberOf, objectToValue, type Value } from "../src/codec/value.js";
import {
  ADDRESS,
  BOOLEAN,
  described,
  either,
  HEIGHT,
  INTEGER,
  listOf,
  objectOf,
  orNull,
  TEXT,
} from "../src/records/operations/json-schema.js";
import { PROJECTOR_STATES } from "../src/ops/status/projector-status.js";
import { dateText } from "../src/base/text/time-text.js";
import { readWaitTimeout, TIMEOUT_OPTIONS } from "./options.js";
import { REMOTE_STATUS, remoteStatus } from "./status/remote-status.js";
import {
  HOST_ABSENT,
  HOST_SET_ASIDE,
  REFUSED_BLOCK,
  refusedBlockText,
  setAsideText,
  WAITING_BRANCH,
  waitingText,
} from "./peer/list.js";
import {
  askReadiness,
  readinessFailure,
  problemFields,
  READINESS,
  verdictFields,
} from "./status/readiness.js";
import { waitUntilReady } from "./status/wait-until-ready.js";

/** The members that come from the chain, also while no node runs. */
const CHAIN = {
  network: TEXT,
  rules: described(INTEGER, "The rules of the network (docs/protocol/16-rules-2.md)."),
  height: HEIGHT,
  resource_height: HEIGHT,
  fixed_height: HEIGHT,
  fault: described(
    orNull(TEXT),
    "Why the node cannot make or store blocks, such as lost blocks; otherwise null.",
  ),
};

const CONFLICT = objectOf({
  kind: { enum: ["chunk", "hypothesis"] },
  signer: ADDRESS,
  previous_blockhash: TEXT,
  s_timestamp: INTEGER,
  hashes: listOf(TEXT),
});

const RUNNING = {
  ready: BOOLEAN,
  verdict: described(TEXT, "`ready`, or `not ready:` and the reasons."),
  problems: described(
    listOf(objectOf({ name: TEXT, since: INTEGER, message: TEXT, fix: TEXT })),
    "The checks that fail; `since` is in µs.",
  ),
  pid: INTEGER,
  version: TEXT,
  ops: described(orNull(TEXT), "The address of health checks and metrics; null when they are off."),
  uptime: described(INTEGER, "Seconds."),
  address: ADDRESS,
  pruned_up_to: described(HEIGHT, "The last main block whose transactions are removed; 0 with all blocks."),
  syncing: described(
    orNull(objectOf({ height: HEIGHT, target: HEIGHT, blocks_per_second: INTEGER, seconds_left: INTEGER })),
    "Null when the node is not catching up.",
  ),
  round: objectOf({
    height: HEIGHT,
    validators: described(listOf(ADDRESS), "In the order of their slots, the newest last."),
    own_slots: described(
      listOf(INTEGER),
      "Slots of this node, counted from 1; empty when it is not a validator.",
    ),
    chunks: INTEGER,
    hypotheses: INTEGER,
  }),
  absent_peers: described(listOf(HOST_ABSENT), "Configured hosts that do not answer as peers, at most 16."),
  set_aside: described(listOf(HOST_SET_ASIDE), "Hosts that the node does not contact for now, at most 16."),
  refused_blocks: described(
    listOf(REFUSED_BLOCK),
    "The last blocks of peers that this node refused, at most 8.",
  ),
  waiting_branches: described(
    listOf(WAITING_BRANCH),
    "Longer main branches of peers that would undo blocks that were committed here 15 s ago or earlier. The next resource block decides.",
  ),
  conflicting_statements: described(
    objectOf({ count: INTEGER, last: listOf(CONFLICT) }),
    "Pairs of statements of one validator for one tip and time: how many since the start, and the last ones, at most 8.",
  ),
  projection: described(
    orNull(
      objectOf({
        state: { enum: [...PROJECTOR_STATES] },
        height: HEIGHT,
        resource_height: HEIGHT,
        behind_seconds: described(
          INTEGER,
          "For how long the PostgreSQL database has lacked something of the chain.",
        ),
        failure: described(orNull(TEXT), "Why the projector waits; otherwise null."),
      }),
    ),
    "What the projector of `start --postgres` does, and the heights in the database; null without one.",
  ),
  signer: described(
    orNull(objectOf({ signer: TEXT, serving: BOOLEAN, holder: orNull(TEXT), failure: orNull(TEXT) })),
    "The signer that holds the validator's key, whether it serves this node, and the node that it serves; null without one.",
  ),
  disk_free: described(
    orNull(INTEGER),
    "Bytes on the disk of the data directory; null while it is not known.",
  ),
  disk_full: described(
    orNull(INTEGER),
    "When that disk is full at the rate of the last week, in µs since 1970; null in the first hour, and while nothing is taken.",
  ),
  standing_still: BOOLEAN,
  rpc: listOf(TEXT),
  peers: INTEGER,
  known_hosts: INTEGER,
  pool: INTEGER,
  mining: BOOLEAN,
};

/** The members that only the owner of a node can read, through the socket in its data directory. */
const OWNER_ONLY = [
  ...Object.keys(RUNNING).filter((name) => !(name in (REMOTE_STATUS.properties ?? {}))),
  "fault",
];

export const command: Command = {
  summary: "show the status of a node",
  description: [
    "Asks the node that runs on the data directory, through its admin socket. The exit code is 0 when the node is ready and 1 when it is not. When no node runs, it shows the heights of the stored chain, and the exit code is 3.",
    "The verdict comes from the node's health checks: see docs/operate.md. With --ops it asks the ops address of a node only for these checks.",
    "With --rpc it asks the node at that URL. The result names the members that only the owner of a node can read.",
  ],
  options: [
    option("--ops <url>", "ops address of a node, instead of --rpc", "none"),
    option("--wait", "wait until the node is ready, also while it does not run yet"),
    ...TIMEOUT_OPTIONS,
  ],
  worksWithoutFile: true,
  examples: [
    "chainnode status",
    "chainnode status --json",
    "# in a script: go on when the node is ready",
    "chainnode status --wait --timeout 30 --quiet",
    "# the health checks of a node",
    "chainnode status --ops http://127.0.0.1:9901",
    "# a remote node",
    "chainnode status --rpc https://node.example.org:9900",
  ],
  result: either(
    objectOf({ running: { const: true }, ...CHAIN, ...RUNNING }),
    objectOf({ running: { const: false }, ...CHAIN }),
    REMOTE_STATUS,
    READINESS,
  ),
  async run(context, input) {
    const ops = input.option("ops");
    const look = (): Promise<Outcome> => (ops === undefined ? statusOf(context) : askReadiness(ops));
    return input.flag("wait") ? waitUntilReady(context, look, readWaitTimeout(input)) : look();
  },
};

async function statusOf(context: Context): Promise<Outcome> {
  if (await namesNode(context)) return toOutcome(await remoteStatus(context.workspace, OWNER_ONLY));
  try {
    const status = await context.workspace.admin({ method: "GET", path: "/status" });
    const members = [...(isMap(status) ? status : [])];
    return {
      ...toOutcome(new Map<string, Value>([["running", true], ...members])),
      ...readinessFailure(status),
    };
  } catch (error) {
    if (error instanceof ChainError && error.code === "NODE_NOT_RUNNING") return stopped(context, error);
    throw error;
  }
}

function toOutcome(status: Value): Outcome {
  return { data: status, text: (view) => fieldsText(view, statusFields(view, status)) };
}

async function namesNode(context: Context): Promise<boolean> {
  return (
    context.settings.originOf("rpc") !== "default" && (await context.workspace.nearestDirectory()) === null
  );
}

/** The status while no node runs: that of the stored chain, or only the failure when there is no chain to read. */
async function stopped(context: Context, failure: ChainError): Promise<Outcome> {
  const { readStoppedStatus } = await import("../src/ops/status/stopped-status.js");
  const status = await readStoppedStatus(await context.workspace.directory());
  if (status === null) throw failure;
  const data = objectToValue({ running: false, ...status });
  const fields = (view: View): readonly Field[] => [["process", "not running"], ...statusFields(view, data)];
  return { data, text: (view) => fieldsText(view, fields(view)), failure };
}

/** A node with all blocks has no row about pruning. */
function isUnpruned(member: string, status: Value): boolean {
  return member === "pruned_up_to" && memberOf(status, member) === 0n;
}

/** The rows of a status. A member that is missing has no row; a member that is null is unknown. */
function statusFields(view: View, status: Value): readonly Field[] {
  const text = (name: string): string => {
    const value = memberOf(status, name) ?? null;
    if (value === null) return "unknown";
    return isList(value) ? value.map(valueToText).join(" ") : valueToText(value);
  };
  const rows: readonly (readonly [member: string, label: string, value?: string])[] = [
    ["pid", "process", `${text("pid")}, up ${durationText(Number(text("uptime")))}`],
    ["version", "version"],
    ["protocol_version", "protocol version"],
    ["address", "node"],
    ["peer_address", "peer address"],
    ["rpc", "rpc"],
    ["ops", "ops", textIn(status, "ops") || "off"],
    ["network", "network"],
    ["rules", "rules"],
    ["height", "main block"],
    ["resource_height", "resource block", `${text("resource_height")}, fixed up to ${text("fixed_height")}`],
    ["pruned_up_to", "pruned", `up to main block ${text("pruned_up_to")}`],
    ["syncing", "catching up", syncText(memberOf(status, "syncing"))],
    ["peers", "peers", `${text("peers")} connected, ${text("known_hosts")} more known`],
    ["round", "validator", validatorText(memberOf(status, "round"))],
    ["pool", "pool", `${text("pool")} transactions`],
    ["disk_free", "disk", diskText(text("disk_free"), text("disk_full"))],
    ["mining", "mining", memberOf(status, "mining") === true ? "on" : "off"],
    ["not_told", "owner only", text("not_told").replaceAll(" ", ", ").replaceAll("_", " ")],
  ];
  const fields = rows
    .filter(([member]) => memberOf(status, member) !== undefined && !isUnpruned(member, status))
    .map(([member, label, value]): Field => [label, value ?? text(member)]);
  const checks = memberOf(status, "problems");
  const verdict = checks === undefined ? [] : [...verdictFields(status), ...problemFields(checks)];
  return [
    ...verdict,
    ...fields,
    ...projectionFields(memberOf(status, "projection")),
    ...signerFields(memberOf(status, "signer")),
    ...hostFields(view, status),
    ...faultFields(status),
  ];
}

/** A node without a projector has no row of it. */
function projectionFields(projection: Value | undefined): readonly Field[] {
  if (!isMap(projection ?? null)) return [];
  const [state, height, behind, failure] = ["state", "height", "behind_seconds", "failure"].map((name) =>
    textIn(projection, name),
  );
  const late = behind === "0" ? "" : `, behind for ${durationText(Number(behind))}`;
  return [["postgres", `${state}, main block ${height}${late}${failure === "" ? "" : `: ${failure}`}`]];
}

function signerFields(signer: Value | undefined): readonly Field[] {
  if (!isMap(signer ?? null)) return [];
  const [address = "", holder = "", failure] = ["signer", "holder", "failure"].map((name) =>
    textIn(signer, name),
  );
  const served = memberOf(signer, "serving") === true ? "serves this node" : `serves ${holder || "no node"}`;
  return [["signer", failure === "" ? `${address} ${served}` : `${address}: no answer`]];
}

function hostFields(view: View, status: Value): readonly Field[] {
  const fields: Field[] = [];
  for (const host of listIn(status, "absent_peers"))
    fields.push([
      "peer problem",
      `${textIn(host, "host")} ${textIn(memberOf(host, "last_failure"), "reason")}`,
    ]);
  for (const host of listIn(status, "set_aside"))
    fields.push(["peer problem", `${textIn(host, "host")} ${setAsideText(view, host)}`]);
  for (const refused of listIn(status, "refused_blocks"))
    fields.push(["refused", refusedBlockText(view, refused)]);
  for (const branch of listIn(status, "waiting_branches")) fields.push(["waiting", waitingText(branch)]);
  const conflicts = textIn(memberOf(status, "conflicting_statements"), "count");
  if (Number(conflicts) > 0) fields.push(["conflicting", `${conflicts} pairs of statements of validators`]);
  return fields;
}

/** A running node names its fault among the problems. */
function faultFields(status: Value): readonly Field[] {
  const fault = textIn(status, "fault").trim();
  return fault === "" || memberOf(status, "problems") !== undefined ? [] : [["fault", fault]];
}

/** Both are "unknown" where the node does not know them. */
function diskText(free: string, full: string): string {
  const forecast =
    full === "unknown" ? "" : `, full by ${dateText(Number(full)).slice(0, 10)} at the present rate`;
  return free === "unknown" ? free : `${Math.floor(Number(free) / 1024 / 1024)} MiB free${forecast}`;
}

function syncText(syncing: Value | undefined): string {
  if (syncing === undefined || syncing === null) return "no";
  const left = durationText(Number(textIn(syncing, "seconds_left")));
  const [height, target, rate] = ["height", "target", "blocks_per_second"].map((name) =>
    textIn(syncing, name),
  );
  if (height === target) return "resource blocks";
  return `main block ${height} of ${target}, ${rate} per second, ${left} left`;
}

function validatorText(round: Value | undefined): string {
  const [slots, own] = ["validators", "own_slots"].map((name) => memberOf(round, name) ?? null);
  const count = isList(slots) ? slots.length : 0;
  if (isList(own) && own.length > 0) return `yes: slot ${own.map(valueToText).join(", ")} of ${count}`;
  if (count === 0) return "no validator slots are active";
  return `no: others hold ${count === 1 ? "the only slot" : `all ${count} slots`}`;
}
