import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { createClient } from "../../src/client/create-client.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { isInstalled } from "../support/is-installed.js";
import {
  fundSigners,
  missingFrom,
  pinProcess,
  sendLoad,
  type LoadSettings,
} from "../support/load/send-load.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { measureCommitted, type CommittedLoad } from "./committed-load.js";
import { onDevNode } from "./on-dev-node.js";
import { ascending, percentile } from "./paced.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

interface Measured extends CommittedLoad {
  readonly seconds: number;
}

/** How long each load lasts, in seconds, and how often a node is stopped under load; a short sample sets less. */
const SECONDS = Number(process.env["CHAINNODE_LOAD_SECONDS"] ?? 60);
const STOPS = Number(process.env["CHAINNODE_LOAD_STOPS"] ?? 20);
const ONLY = process.env["CHAINNODE_LOAD_ONLY"];
/** The long load has parts, so that its sender holds the transactions of one only. */
const PARTS = 10;
const PART_SECONDS = 60;
/** The rates among which the peak is searched, on a development chain. */
const PEAK_RATES = [3000, 4000, 5000, 6000, 7000, 8000];
/** More than the sender can reach. */
const FLOOD_RATE = 20_000;
const FLOOD_SECONDS = Math.min(SECONDS, 15);
const [NODE_CORE, SENDER_CORE] = [0, 1] as const;
const STOP_RATE = 1000;
const STOP_SECONDS = 4;
const DRAIN_MS = 500;
/** The number of listed transactions that are in no block. */
const LISTED = 20;

/**
 * Measures that accepted transactions are committed (PROTOCOL 15.2). They are signed in advance and sent on schedule
 * over HTTP from another process. Durations are read from CHAINNODE_LOAD_SECONDS and CHAINNODE_LOAD_STOPS;
 * CHAINNODE_LOAD_ONLY=overload leaves all but the loads beyond the peak out; CHAINNODE_LOAD_ONLY=long is another load,
 * ten minutes of 2,000 a second.
 */
export async function bench(): Promise<Row[]> {
  const rows: Row[] = [];
  if (ONLY === "overload") {
    await onDevNode(250_000, async (node) => void rows.push(...(await measureOverload(node))));
    return rows;
  }
  if (ONLY === "long") {
    await onDevNode(1_000_000, async (node) => void rows.push(...(await measureLong(node))));
    return rows;
  }
  await onDevNode(1_000_000, async (node) => {
    for (const rate of [1000, 2000])
      rows.push(...rowsOf(`${rate}/s, 1 s rounds`, await measure(node, { rate, seconds: SECONDS })));
  });
  await onDevNode(250_000, async (node) => {
    rows.push(...rowsOf("4000/s, 250 ms rounds", await measure(node, { rate: 4000, seconds: SECONDS })));
    rows.push(...(await measureOverload(node)));
  });
  rows.push(...(await measureStops()));
  return rows;
}

/**
 * Beyond its peak rate, a node must commit as much as at the peak. The node and the sender have a core each, where the
 * system has two: what the sender takes from the node is not the node's. With CHAINNODE_LOAD_CORES=shared they share all.
 */
async function measureOverload(node: DevProcess): Promise<Row[]> {
  const rows: Row[] = [];
  const isApart =
    process.env["CHAINNODE_LOAD_CORES"] !== "shared" && isInstalled("taskset") && availableParallelism() > 1;
  const core = isApart ? SENDER_CORE : undefined;
  if (isApart) pinProcess(node.process, NODE_CORE);
  rows.push({ name: "overload: cores of the node", value: isApart ? 1 : availableParallelism(), unit: "" });
  let peak = { rate: 0, committed: 0 };
  for (const rate of PEAK_RATES) {
    const { committed, seconds } = await measure(node, { rate, seconds: Math.ceil(SECONDS / 4), core });
    if (committed / seconds > peak.committed) peak = { rate, committed: committed / seconds };
  }
  rows.push({ name: "peak: offered", value: peak.rate, unit: "tx/s" });
  rows.push({ name: "peak: committed", value: peak.committed, unit: "tx/s" });
  const loads = [
    ["twice the peak", 2 * peak.committed, SECONDS],
    ["the maximum rate", FLOOD_RATE, FLOOD_SECONDS],
  ] as const;
  for (const [name, rate, seconds] of loads) {
    const measured = await measure(node, { rate, seconds, core });
    rows.push(...rowsOf(name, measured));
    const ratio = measured.committed / measured.seconds / peak.committed;
    rows.push({ name: `${name}: committed/s to the peak's`, value: ratio, unit: "×" });
  }
  return rows;
}

async function measureLong(node: DevProcess): Promise<Row[]> {
  let [accepted, committed] = [0, 0];
  for (let part = 0; part < PARTS; part += 1) {
    const measured = await measure(node, { rate: 2000, seconds: PART_SECONDS });
    accepted += measured.accepted.length;
    committed += measured.committed;
  }
  const name = "2000/s, 1 s rounds, ten minutes";
  return [
    { name: `${name}: committed`, value: committed / PARTS / PART_SECONDS, unit: "tx/s" },
    { name: `${name}: accepted − committed`, value: accepted - committed, unit: "tx" },
  ];
}

async function measure({ url }: DevProcess, load: LoadSettings): Promise<Measured> {
  const client = createClient({ url });
  const measured = await measureCommitted(
    { committed: () => client.transactionCount(), send: (settings) => sendLoad(url, settings) },
    load,
  );
  const { accepted, committed } = measured;
  process.stderr.write(`  ${Math.round(load.rate)}/s: accepted ${accepted.length}, committed ${committed}\n`);
  if (committed < accepted.length) await listMissing(url, accepted);
  return { ...measured, seconds: load.seconds };
}

async function listMissing(url: string, accepted: readonly string[]): Promise<void> {
  const missing = await missingFrom(url, accepted);
  for (const [hash, answer] of [...missing].slice(0, LISTED))
    process.stderr.write(`  not in a block: ${hash} ${answer}\n`);
}

function rowsOf(name: string, measured: Measured): Row[] {
  const { offered, accepted, refused, lost, acceptedMs, refusedMs, committed, seconds } = measured;
  const row = (what: string, value: number, unit: string): Row => ({ name: `${name}: ${what}`, value, unit });
  return [
    row("offered", offered / seconds, "tx/s"),
    row("committed", committed / seconds, "tx/s"),
    row("accepted − committed", accepted.length - committed, "tx"),
    row("accepted, p99", percentile(ascending(acceptedMs), 0.99), "ms"),
    ...Object.entries(refused).map(([reason, count]) => row(`refused, ${reason}`, count / seconds, "tx/s")),
    ...(refusedMs.length === 0 ? [] : [row("refused, p99", percentile(ascending(refusedMs), 0.99), "ms")]),
    ...(lost === 0 ? [] : [row("without an answer", lost, "tx")]),
  ];
}

/** Stops a node under load, restarts it, and looks for the accepted transactions. */
async function measureStops(): Promise<Row[]> {
  let [accepted, missing] = [0, 0];
  const directory = await makeTempDirectory();
  let node = await startDevProcess(directory);
  await fundSigners(node.url);
  for (let stop = 0; stop < STOPS; stop += 1) {
    const load = sendLoad(node.url, { rate: STOP_RATE, seconds: STOP_SECONDS });
    const before = await createClient({ url: node.url }).transactionCount();
    while ((await createClient({ url: node.url }).transactionCount()) === before) await setTimeout(10);
    await setTimeout(1000 + ((stop * 37) % 250));
    await node.stop();
    const report = await load;
    node = await startDevProcess(directory);
    await setTimeout(2 * DRAIN_MS);
    accepted += report.accepted.length;
    missing += (await missingFrom(node.url, report.accepted)).size;
  }
  await node.stop();
  await rm(directory, { recursive: true });
  return [
    { name: `${STOPS} stops under load: accepted`, value: accepted, unit: "tx" },
    { name: `${STOPS} stops under load: accepted, in no block`, value: missing, unit: "tx" },
  ];
}
