import type { ChildProcess } from "node:child_process";
import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import type { Options } from "autocannon";
import { createClient } from "../../src/client/create-client.js";
import type { DevProcess } from "../support/dev-process.js";
import { sendLoad } from "../support/load/send-load.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { measureCommitted, type CommittedLoad, type LoadedNode } from "./committed-load.js";
import { ETHEREUM_PEERS, ROUND_MS, ethereumBody, type EthereumNode, type Mining } from "./ethereum-node.js";
import { httpLoad } from "./http-load.js";
import { onDevNode } from "./on-dev-node.js";
import { ascending, percentile } from "./paced.js";
import { residentMegabytes } from "./resident-memory.js";
import type { Figure } from "./results.js";

/** How long each load lasts, in seconds; a short sample sets less. */
const SECONDS = Number(process.env["CHAINNODE_LOAD_SECONDS"] ?? 10);
/** The loads of a node, in transfers a second, until more are not committed. */
const RATES = [500, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 12_000, 16_000];
/** The share of a rate that is committed where a node holds it. */
const HELD = 0.98;
/** Not counted: until then the code is being compiled. */
const WARM_UP = { rate: 500, seconds: Math.min(SECONDS, 4) };
/** An address may have 64 connections to a chainnode, and the client that counts needs some of them. */
const CONNECTIONS = 48;
const READ_SECONDS = 3;
/** The type of a file system in memory (statfs(2)). */
const TMPFS = 0x01021994;

const MINING: Readonly<Record<Mining, string>> = {
  interval: `a block each ${ROUND_MS} ms`,
  instant: "instant blocks",
};
const OWN = "chainnode";

/** A node that is measured, and its requests. */
interface BenchNode extends LoadedNode {
  readonly process: ChildProcess;
  readonly balance: Options;
  readonly cheapest: Options;
}

/** What is measured of each node. Submissions are timed at rates that it holds. */
const MEASURES = {
  committed: { what: "transfers committed at the peak", unit: "tx/s", isMore: true },
  p99At500: { what: "submission at 500 a second, p99", unit: "ms", isMore: false },
  p99At2000: { what: "submission at 2,000 a second, p99", unit: "ms", isMore: false },
  balance: { what: "balance over HTTP", unit: "requests/s", isMore: true },
  cheapest: { what: "the cheapest request over HTTP", unit: "requests/s", isMore: true },
  memory: { what: "resident memory at the peak", unit: "MB", isMore: false },
} as const;
type Values = { -readonly [Measure in keyof typeof MEASURES]?: number };
const TIMED: Readonly<Record<number, keyof Values>> = { 500: "p99At500", 2000: "p99At2000" };

/**
 * Development nodes of Ethereum beside a chainnode, one after the other, each with the load on the same cores. They are
 * installed from npm into a temporary directory; those that cannot be are left out. CHAINNODE_LOAD_SECONDS is the length
 * of a load.
 */
export async function bench(): Promise<Figure[]> {
  const directory = await makeTempDirectory();
  try {
    if ((await statfs(directory)).type === TMPFS)
      process.stderr.write(
        "  The chain of chainnode is in memory and not on a disk: TMPDIR names another directory.\n",
      );
    const own = await onDevNode(ROUND_MS * 1000, (node) => measure(OWN, ownNode(node)));
    const peers: (readonly [string, Values])[] = [];
    for (const peer of ETHEREUM_PEERS) {
      const home = join(directory, peer.name);
      const isInstalled = await peer.install(home).then(
        () => true,
        (error: Error) => void process.stderr.write(`  ${peer.name} is left out: ${firstLine(error)}\n`),
      );
      if (isInstalled !== true) continue;
      for (const [mining, text] of Object.entries(MINING) as [Mining, string][]) {
        const name = `${peer.name}, ${text}`;
        const values = await measurePeer(name, () => peer.start(home, mining));
        if (values !== null) peers.push([name, values]);
      }
    }
    return figuresOf(own, peers);
  } finally {
    await rm(directory, { recursive: true });
  }
}

function firstLine({ message }: Error): string {
  return message.split("\n")[0] ?? "";
}

/** One that fails is reported, and leaves the figures of the others. */
async function measurePeer(name: string, start: () => Promise<EthereumNode>): Promise<Values | null> {
  let node: EthereumNode | undefined;
  try {
    node = await start();
    return await measure(name, peerNode(node));
  } catch (error) {
    process.stderr.write(`  ${name}: ${inspect(error)}\n`);
    process.exitCode = 1;
    return null;
  } finally {
    await node?.stop();
  }
}

function ownNode({ url, process, accounts }: DevProcess): BenchNode {
  const client = createClient({ url });
  const balance = JSON.stringify({ type: "GetBalance", address: accounts[0]?.address });
  return {
    process,
    committed: () => client.transactionCount(),
    send: (load) => sendLoad(url, load),
    balance: { url: `${url}/request?request=${encodeURIComponent(balance)}` },
    cheapest: { url: `${url}/ping` },
  };
}

function peerNode(node: EthereumNode): BenchNode {
  const post = (body: string): Options => ({
    url: node.url,
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return {
    ...node,
    balance: post(ethereumBody("eth_getBalance", node.recipient, "latest")),
    cheapest: post(ethereumBody("eth_chainId")),
  };
}

async function measure(name: string, node: BenchNode): Promise<Values> {
  await measureCommitted(node, WARM_UP);
  const values: Values = {
    balance: await readsPerSecond(node.balance),
    cheapest: await readsPerSecond(node.cheapest),
    committed: 0,
  };
  for (const rate of RATES) {
    const load = await measureCommitted(node, { rate, seconds: SECONDS });
    process.stderr.write(`  ${name}, ${loadText(rate, load)}\n`);
    const timed = TIMED[rate];
    if (timed !== undefined && load.committed >= HELD * rate * SECONDS)
      values[timed] = percentile(ascending(load.acceptedMs), 0.99);
    if (load.committedPerSecond <= (values.committed ?? 0)) break;
    values.committed = load.committedPerSecond;
    values.memory = residentMegabytes(node.process, "VmHWM");
  }
  return values;
}

async function readsPerSecond(options: Options): Promise<number> {
  await httpLoad({ ...options, connections: CONNECTIONS, duration: 1 });
  const { requests, duration } = await httpLoad({
    ...options,
    connections: CONNECTIONS,
    duration: READ_SECONDS,
  });
  return requests.total / duration;
}

function loadText(rate: number, load: CommittedLoad): string {
  const { offered, accepted, refused, lost, acceptedMs, committed, committedPerSecond } = load;
  return [
    `${rate}/s: offered ${offered}, accepted ${accepted.length}, committed ${committed}`,
    `${Math.round(committedPerSecond)}/s`,
    `p99 ${percentile(ascending(acceptedMs), 0.99).toFixed(1)} ms`,
    ...Object.entries(refused).map(([reason, count]) => `refused ${count}: ${reason}`),
    ...(lost === 0 ? [] : [`without an answer ${lost}`]),
  ].join(", ");
}

/** The figures of each node, and those of chainnode to the best peer's. */
function figuresOf(own: Values, peers: readonly (readonly [string, Values])[]): Figure[] {
  const measures = Object.entries(MEASURES) as [keyof Values, (typeof MEASURES)[keyof Values]][];
  const figures: Figure[] = [];
  for (const [name, values] of [[OWN, own] as const, ...peers])
    for (const [measure, { what, unit }] of measures) {
      const value = values[measure];
      if (value !== undefined) figures.push({ name: `${name}: ${what}`, value, unit });
    }
  for (const [measure, { what, isMore }] of measures) {
    const others = peers.flatMap(([, values]) => values[measure] ?? []);
    const [value, best] = [own[measure], isMore ? Math.max(...others) : Math.min(...others)];
    if (value !== undefined && others.length > 0)
      figures.push({ name: `${what}, ${OWN} to the best peer`, value: value / best, unit: "×" });
  }
  return figures;
}
