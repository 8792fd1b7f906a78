import { option, type Command, type Context } from "../src/cli/command.js";
import { outlineText, timeIn, type View, fieldsText, type Field } from "../src/cli/output/view.js";
import { BROADCAST } from "../src/records/operations/broadcast.js";
import { objectToMap, objectToValue, memberOf, type Value } from "../src/codec/value.js";
import { CHAIN_OPTION, presetOptionSpec, readWaitTimeout, TIMEOUT_OPTIONS } from "./options.js";
import { fieldsOutcome, messageOutcome } from "../src/cli/output/outcome.js";
import { HEIGHT, objectOf, TEXT, INTEGER } from "../src/records/operations/json-schema.js";
import { textIn } from "../src/codec/text.js";
import { INFO, ROUND } from "../src/records/operations/node.js";
import { pause } from "../src/actions/wait.js";
import * as errors from "./errors.js";
import { DEFAULT_RULES } from "../src/records/rules.js";

const POLL_INTERVAL_MS = 50;

export const nodeCommands = {
  broadcast: {
    summary: "show what a node broadcasts: its pool, chunks, hypotheses and receipts",
    options: [
      CHAIN_OPTION,
      option("--round <blockhash>", "hash of the block that the round follows", "the latest round"),
    ],
    examples: ["chainnode broadcast", "chainnode broadcast --chain resource --json"],
    result: BROADCAST.data,
    async run(context, input) {
      const client = await context.workspace.runningClient();
      const data = await client.call(
        BROADCAST.name,
        objectToMap({ chain_type: input.option(CHAIN_OPTION.name), round_key: input.option("round") }),
      );
      return { data, text: (view) => outlineText(view, data) };
    },
  },
  genesis: {
    summary: "begin the network of the running node",
    description: [
      "Makes the node of the data directory execute Genesis on its empty chain and register the contracts of the preset. Only the node whose key is the genesis address can do this. A node made with chainnode init --genesis does it at its first start; this command completes an interrupted start.",
    ],
    options: [presetOptionSpec("contracts that the network begins with")],
    examples: ["chainnode genesis", "chainnode genesis --preset public"],
    result: objectOf({ network: TEXT, preset: TEXT, height: HEIGHT }),
    async run(context, input) {
      const preset = input.option("preset") ?? context.settings.text("preset");
      const body = objectToValue({ preset });
      const begun = await context.workspace.admin({ method: "POST", path: "/genesis", body });
      return fieldsOutcome(begun, [
        ["network", textIn(begun, "network")],
        ["contracts", textIn(begun, "preset")],
        ["main block", textIn(begun, "height")],
      ]);
    },
  },
  info: {
    summary: "show the tasks and the latest blocks of a node",
    examples: ["chainnode info", "chainnode info --json | jq .last_block.height"],
    result: INFO.data,
    async run(context) {
      const client = await context.workspace.client();
      const data = await client.call(INFO.name, new Map());
      return { data, text: (view) => infoText(view, data) };
    },
  },
  ping: {
    summary: "check that a node answers, and measure its response time",
    examples: ["chainnode ping", "chainnode ping --rpc https://node.example.org:9900"],
    result: objectOf({ url: TEXT, milliseconds: HEIGHT }),
    async run(context) {
      const client = await context.workspace.runningClient();
      const { url } = client;
      const start = performance.now();
      await client.ping();
      const milliseconds = Math.round(performance.now() - start);
      return messageOutcome(
        { url, milliseconds: BigInt(milliseconds) },
        `${url} answers in ${milliseconds} ms`,
      );
    },
  },
  round: {
    summary: "show the current round of a node: its previous block and its time",
    options: [
      CHAIN_OPTION,
      option("--height <height>", "height of the block that the round follows", "the latest block"),
    ],
    examples: ["chainnode round", "chainnode round --chain resource --height 10"],
    result: ROUND.data,
    async run(context, input) {
      const height = input.integer("height", 0);
      const client = await context.workspace.client();
      const data = await client.call(
        ROUND.name,
        objectToMap({
          chain_type: input.option(CHAIN_OPTION.name),
          height: height === undefined ? undefined : BigInt(height),
        }),
      );
      return { data, text: (view) => roundText(view, data) };
    },
  },
  stop: {
    summary: "stop the node of the data directory and wait until it has exited",
    description: ["As after SIGTERM, the node seals or stores the transactions it has accepted, then exits."],
    options: [
      option("--wait", "wait until it has exited; this is the default"),
      option("--no-wait", "do not wait until it has exited"),
      ...TIMEOUT_OPTIONS,
    ],
    worksWithoutFile: true,
    examples: ["chainnode stop", "chainnode stop --wait --timeout 20"],
    result: objectOf({ pid: INTEGER }),
    async run(context, input) {
      const pid = Number(memberOf(await context.workspace.admin({ method: "GET", path: "/status" }), "pid"));
      await context.workspace.admin({ method: "POST", path: "/stop" });
      if (input.flag("no-wait"))
        return messageOutcome({ pid: BigInt(pid) }, `The node, process ${pid}, is stopping.`);
      await waitForEnd(context, pid, readWaitTimeout(input));
      return messageOutcome({ pid: BigInt(pid) }, `The node, process ${pid}, has stopped.`);
    },
  },
} satisfies Readonly<Record<string, Command>>;

async function waitForEnd({ terminal }: Context, pid: number, timeoutS: number): Promise<void> {
  const signal = terminal.interruption();
  const deadline = performance.now() + timeoutS * 1000;
  while (isRunning(pid)) {
    if (performance.now() > deadline) throw errors.nodeStopping({ pid });
    await pause(signal, POLL_INTERVAL_MS);
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const TASKS: readonly (readonly [member: string, task: string])[] = [
  ["chain_maker_policy", "makes blocks"],
  ["resource_miner_policy", "mines"],
  ["peer_searcher_policy", "looks for peers"],
  ["collector_policy", "collects from peers"],
];

function infoText(view: View, info: Value): string {
  if (!view.isTerminal) return outlineText(view, info);
  const tasks = TASKS.filter(([member]) => memberOf(info, member) === true).map(([, task]) => task);
  const main = memberOf(info, "last_block") ?? null;
  const resource = memberOf(info, "last_resource_block") ?? null;
  return fieldsText(view, [
    ["status", textIn(info, "status")],
    ["version", textIn(info, "version")],
    ["rules", textIn(info, "rules") || String(DEFAULT_RULES)],
    ["tasks", tasks.length === 0 ? "none" : tasks.join(", ")],
    ...blockFields(view, "main block", main),
    ...blockFields(view, "resource block", resource),
  ]);
}

function roundText(view: View, round: Value): string {
  if (!view.isTerminal) return outlineText(view, round);
  const isBoth = memberOf(round, "main") !== undefined;
  if (!isBoth) return fieldsText(view, roundFields(view, round));
  return ["main", "resource"]
    .map((chain) =>
      fieldsText(view, [["chain", chain], ...roundFields(view, memberOf(round, chain) ?? null)]),
    )
    .join("\n");
}

function roundFields(view: View, round: Value): readonly Field[] {
  const block = memberOf(round, "block") ?? null;
  return [
    ...blockFields(view, "builds on", block),
    ["chain's height", textIn(round, "sync_limit")],
    ["asked at", timeIn(view, round, "timestamp")],
  ];
}

function blockFields(view: View, label: string, block: Value): readonly Field[] {
  const timeName = memberOf(block, "s_timestamp") === undefined ? "timestamp" : "s_timestamp";
  if (memberOf(block, "height") === 0n) return [[label, "none yet"]];
  return [
    [label, `${textIn(block, "height")}, ${timeIn(view, block, timeName)}`],
    ["", textIn(block, "blockhash")],
  ];
}
