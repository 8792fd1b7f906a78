import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { messageOf } from "../../src/codec/chain-error.js";
import { ProgressLine } from "../support/progress-line.js";
import { ATTACKERS } from "./attackers.js";
import { findMissed, runSeeds } from "./run-seeds.js";
import { REMOVABLE_RULES } from "./weakened.js";
import type { SeedOrder, SeedResult } from "./seed-run.js";

const USAGE = `Usage: npm run simulate -- [options]

Runs each seed with each number of simulated nodes, prints the seeds that fail and how to run them again, and
counts the faults.

  --seeds N          number of seeds (default 100)
  --from N           first seed (default 1)
  --nodes N,…        numbers of nodes (default 4,9)
  --rules 1|2        rules of the network (default 1)
  --cycles N         cycles of faults (default 1); none with attackers or a partition
  --attackers NAMES  all, drawn (those that each seed draws), or some of
                     ${Object.keys(ATTACKERS).join(", ")}
  --partition S      then tear the network in halves for S seconds
  --plain N          number of validators without the local rules (default 0)
  --without RULE     remove a local rule, ${Object.keys(REMOVABLE_RULES).join(", ")}, and succeed when a seed fails
                     for it
  --threads N        number of threads (default: the number of processors)
  --minutes N        begin no run after N minutes
  --log              print what the nodes log

With --rtt it measures a network over distances: npm run simulate -- --rtt 100 --help
`;

function readOptions() {
  return parseArgs({
    options: {
      seeds: { type: "string", default: "100" },
      from: { type: "string", default: "1" },
      nodes: { type: "string", default: "4,9" },
      cycles: { type: "string", default: "1" },
      attackers: { type: "string", default: "" },
      partition: { type: "string", default: "0" },
      plain: { type: "string", default: "0" },
      threads: { type: "string", default: availableParallelism().toString() },
      rules: { type: "string", default: "1" },
      minutes: { type: "string", default: "Infinity" },
      without: { type: "string" },
      log: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  }).values;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n\n${USAGE}`);
  process.exit(2);
}

let values: ReturnType<typeof readOptions>;
try {
  values = readOptions();
} catch (error) {
  fail(messageOf(error));
}
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (values.without !== undefined) {
  const missed = await findMissed(values.without, Number(values.seeds));
  process.stdout.write(`${missed ?? `No seed misses rule ${values.without}.`}\n`);
  process.exit(missed === null ? 1 : 0);
}

const [seeds, from, cycles] = [Number(values.seeds), Number(values.from), Number(values.cycles)];
/** All take turns, or each seed draws as many as a quorum bears. */
const isDrawn = values.attackers === "drawn";
const attackers =
  isDrawn || values.attackers === "all"
    ? Object.keys(ATTACKERS)
    : values.attackers.split(",").filter(Boolean);
const unknown = attackers.find((name) => !Object.hasOwn(ATTACKERS, name));
if (unknown !== undefined) fail(`Unknown attacker: ${unknown}`);
const partitionSeconds = Number(values.partition);
/** Attacks take the place of the cycles of faults. */
const isHostile = attackers.length > 0 || partitionSeconds > 0;
const rules = values.rules === "2" ? 2 : 1;
const nodes = values.nodes.split(",").map(Number);
const orders: SeedOrder[] = Array.from({ length: seeds }, (_, index) => from + index).flatMap((seed) =>
  nodes.map((count) => ({
    seed,
    nodes: count,
    cycles: isHostile ? 0 : cycles,
    attackers,
    isDrawn,
    partitionSeconds,
    plain: Number(values.plain),
    rules,
    isLogged: values.log,
  })),
);

const startMs = performance.now();
const progress = new ProgressLine(orders.length, startMs);
const tell = (result: SeedResult): void => {
  progress.step(result.outcome === null, performance.now());
  if (result.outcome === null) process.stdout.write(`${describe(result)}\n`);
};
const { runs, failures, virtualUs, counts } = await runSeeds(orders, tell, {
  threads: Number(values.threads),
  limitMs: Number(values.minutes) * 60_000,
});
progress.end();

const minutes = (performance.now() - startMs) / 60_000;
const virtualMinutes = virtualUs / 60_000_000;
const { user, system } = process.cpuUsage();
const processorSeconds = (user + system) / 1_000_000 / Math.max(1, runs);
for (const [what, times] of Object.entries(counts))
  process.stdout.write(`${String(times).padStart(9)}  ${what}\n`);
process.stdout.write(
  `${runs} runs, ${failures.length} failed; ${virtualMinutes.toFixed(1)} virtual minutes in ` +
    `${minutes.toFixed(1)} minutes, ${(virtualMinutes / minutes).toFixed(1)} a minute; ` +
    `${processorSeconds.toFixed(1)} s of processor a run\n`,
);
process.exitCode = failures.length > 0 ? 1 : 0;

function describe({ order, failure }: SeedResult): string {
  const again = `npm run simulate -- --seeds 1 --from ${order.seed} --nodes ${order.nodes} --cycles ${order.cycles} --attackers "${values.attackers}" --partition ${values.partition} --plain ${values.plain} --rules ${rules} --log`;
  return `seed ${order.seed}, ${order.nodes} nodes: ${failure}\n  again: ${again}`;
}
