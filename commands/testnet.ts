import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { aborted } from "../src/actions/wait.js";
import { option, type Command, type Context } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import type { Outcome } from "../src/cli/output/outcome.js";
import { tableText, type View } from "../src/cli/output/view.js";
import { objectToValue } from "../src/codec/value.js";
import { ADDRESS, INTEGER, listOf, objectOf, orNull, TEXT } from "../src/records/operations/json-schema.js";
import { createNodeLog } from "./start/node-log.js";
import { readTimeUs } from "./start/node-settings.js";
import { startTestnet, type TestnetNode } from "./testnet/processes.js";
import * as errors from "./errors.js";

const DEFAULT_NODES = 4;
const MAX_NODES = 16;
const DEFAULT_PORT = 9910;
/** Each node has a port and, after it, one for health checks. */
const LAST_PORT = 65_535 - 2 * MAX_NODES;
const MAX_LATENCY_US = 10_000_000;

export const command: Command = {
  summary: "make and run a local network of several nodes",
  description: [
    "Makes a network of validators that mine a little, and runs each node as a process of its own until the command is stopped: for programs that are to meet rounds, peers, latency and nodes that fail. Each node serves its RPC interface, the explorer and metrics. stderr has the logs of all nodes, each line with the number of its node; a node that ends leaves the others running.",
    "The network has the contracts of a development chain, a block a second, and its ten funded accounts. Their private keys are public, and the keystores of all nodes hold them, alice to judy: chainnode --data-dir <node's directory> send bob 1 --key alice",
  ],
  options: [
    option("--nodes <count>", "number of nodes", DEFAULT_NODES),
    option("--rules <number>", "rules of the network", { choices: ["1", "2"], default: "1" }),
    option("--latency <time>", "time of a round trip between two nodes, such as 100ms", "none is added"),
    option(
      "--port <port>",
      "first port: node 0 has it and the next one, node 1 the two after them; 0 means any free ports",
      DEFAULT_PORT,
    ),
    option(
      "--nodes-dir <directory>",
      "directory that keeps the nodes' data directories, 0, 1 and so on, from one run to the next",
      "a temporary directory, removed at the end",
    ),
  ],
  examples: [
    "# four validators",
    "chainnode testnet",
    "# seven that are 100 ms apart, kept for the next time",
    "chainnode testnet --nodes 7 --latency 100ms --nodes-dir ./net",
  ],
  result: objectOf({
    network: TEXT,
    nodes: listOf(
      objectOf({
        node: INTEGER,
        address: ADDRESS,
        rpc: TEXT,
        ops: TEXT,
        explorer: orNull(TEXT),
        data_dir: TEXT,
      }),
    ),
  }),
  async run(context, input) {
    const port = input.integer("port", 0, LAST_PORT) ?? DEFAULT_PORT;
    return serve(context, input, { port, latencyUs: readLatency(input.option("latency")) });
  },
};

/** Throws `TESTNET_LATENCY`. */
function readLatency(text: string | undefined): number {
  if (text === undefined) return 0;
  const us = readTimeUs(text);
  if (us !== null && us <= MAX_LATENCY_US) return us;
  throw errors.testnetLatency({ got: text });
}

async function* serve(
  context: Context,
  input: Input,
  { port, latencyUs }: { readonly port: number; readonly latencyUs: number },
): AsyncGenerator<Outcome, void, undefined> {
  const stop = context.terminal.interruption();
  const kept = input.option("nodes-dir");
  const temporary = kept === undefined ? await mkdtemp(join(tmpdir(), "chainnode-testnet-")) : null;
  try {
    const directories = await openDirectories(context, input, resolve(kept ?? temporary ?? ""));
    const log = await createNodeLog(context);
    const logLevel = context.settings.text("log-level");
    const testnet = await startTestnet({
      directories,
      port,
      latencyMs: latencyUs / 1000,
      log,
      logLevel,
      stop,
    });
    try {
      if (!stop.aborted) yield startedOutcome(testnet.nodes);
      const codes = await Promise.race([aborted(stop), testnet.ended]);
      if (codes !== undefined && !stop.aborted) throw errors.testnetOver({ codes: codes.join(", ") });
    } finally {
      await testnet.end();
    }
  } finally {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  }
}

/** The nodes' directories: those of an earlier run, or new ones. Throws `TESTNET_KEPT`, `TESTNET_DIRECTORY`. */
async function openDirectories(context: Context, input: Input, root: string): Promise<readonly string[]> {
  const { initTestnet, testnetDirectories } = await import("../src/dev/testnet/init-testnet.js");
  const { readDefinition, dataDirectory } = await import("../src/data/directory/data-directory.js");
  const wanted = input.integer("nodes", 1, MAX_NODES);
  const rules = input.option("rules");
  const found = await testnetDirectories(root);
  const [first] = found;
  if (first === undefined) {
    context.note("Making the network.");
    return initTestnet(root, {
      nodes: wanted ?? DEFAULT_NODES,
      rules: rules === "2" ? 2 : 1,
      startUs: Date.now() * 1000,
      signal: context.terminal.interruption(),
    });
  }
  const { rules: ofNetwork = 1 } = await readDefinition(dataDirectory(first));
  if ((wanted ?? found.length) !== found.length || (rules ?? String(ofNetwork)) !== String(ofNetwork))
    throw errors.testnetKept({ directory: root, nodes: found.length, rules: ofNetwork });
  return found;
}

function startedOutcome(nodes: readonly TestnetNode[]): Outcome {
  const members = nodes.map(({ index, address, rpc, ops, explorer, directory }) =>
    objectToValue({ node: BigInt(index), address, rpc, ops, explorer, data_dir: directory }),
  );
  const data = objectToValue({ network: nodes[0]?.network ?? "", nodes: members });
  return { data, text: (view) => startedText(view, nodes) };
}

function startedText(view: View, nodes: readonly TestnetNode[]): string {
  const columns = ["node", "rpc", "explorer", "data"].map((title) => ({ title }));
  const rows = nodes.map(({ index, rpc, explorer, directory }) => [
    String(index),
    rpc,
    explorer ?? "off",
    directory,
  ]);
  const example = `\nSend coins: chainnode --data-dir ${nodes[0]?.directory ?? ""} send bob 1 --key alice\nStop all nodes: Ctrl+C\n`;
  return `${tableText(view, columns, rows)}${view.isTerminal ? example : ""}`;
}
