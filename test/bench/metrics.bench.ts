import { rm } from "node:fs/promises";
import { Meters } from "../../src/ops/metrics/metric.js";
import { submissionMeter } from "../../src/ops/metrics/submission-meter.js";
import { METRICS } from "../../src/ops/metrics/table.js";
import { systemClock } from "../../src/base/clock/system-clock.js";
import { memberOf } from "../../src/codec/value.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { textIn } from "../support/vectors.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** The peak of a development chain on two cores (docs/benchmarks.md), in transfers and blocks a second. */
const PEAK = { transfers: 4000, blocks: 4 };
/** Prometheus asks every 15 s. */
const SCRAPES_A_SECOND = 1 / 15;
const SCRAPES = 100;
const CALLS = 1_000_000;

/**
 * What the metrics cost a node at its peak: the calls of a transfer and of a block, and the answer to a scrape. All are
 * processor time, which does not depend on what else the machine does.
 */
export async function bench(): Promise<Row[]> {
  const directory = await makeTempDirectory();
  const node = await startDevProcess(directory, ["--ops-port", "0"]);
  const scrape = await scrapeSeconds(node);
  await node.stop();
  await rm(directory, { recursive: true });
  const [transfer, block] = [secondsACall(transferMeter()), secondsACall(blockMeter())];
  const share = transfer * PEAK.transfers + block * PEAK.blocks + scrape * SCRAPES_A_SECOND;
  return [
    { name: "metrics of a transfer", value: transfer * 1e6, unit: "µs" },
    { name: "metrics of a block", value: block * 1e6, unit: "µs" },
    { name: "a scrape", value: scrape * 1e3, unit: "ms" },
    { name: `${PEAK.transfers} transfers/s, a scrape every 15 s: of a core`, value: share * 100, unit: "%" },
  ];
}

/** What is counted for each accepted transfer. */
function transferMeter(): () => void {
  const meters = new Meters();
  const submissions = submissionMeter(meters, systemClock);
  const never = (): Promise<void> => new Promise(() => undefined);
  return () => {
    submissions.onAccepted(never);
    meters.observe(METRICS.requests, 0.004, ["SendTransaction", "200"]);
  };
}

/** What is counted for each block, without the reads of the newest slot. */
function blockMeter(): () => void {
  const meters = new Meters();
  return () => {
    for (const step of ["execute", "sign", "commit"]) meters.observe(METRICS.stepTime, 0.02, [step]);
    meters.observe(METRICS.commit, 0.02);
    meters.observe(METRICS.turnTime, 0.06);
    meters.add(METRICS.turns, ["block"]);
    for (const metric of [METRICS.blocks, METRICS.resourceBlocks, METRICS.sealedBlocks, METRICS.minedBlocks])
      meters.add(metric);
    meters.add(METRICS.committed, [], 500);
    meters.add(METRICS.newestSlot, ["sealed"]);
  };
}

function secondsACall(call: () => void): number {
  for (let index = 0; index < CALLS / 10; index += 1) call();
  const before = process.cpuUsage();
  for (let index = 0; index < CALLS; index += 1) call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / CALLS;
}

async function metricsOf(node: DevProcess): Promise<string> {
  return (await fetch(`${textIn(memberOf(node.banner, "ops"))}/metrics`)).text();
}

async function cpuSeconds(node: DevProcess): Promise<number> {
  return Number(new RegExp(`^${METRICS.cpu.name} (.+)$`, "m").exec(await metricsOf(node))?.[1]);
}

async function scrapeSeconds(node: DevProcess): Promise<number> {
  const before = await cpuSeconds(node);
  for (let count = 0; count < SCRAPES; count += 1) await metricsOf(node);
  return ((await cpuSeconds(node)) - before) / SCRAPES;
}
