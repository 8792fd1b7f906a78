import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { execute, ofSubmission, WORK_LIMIT, type Execution, type ProgramCall } from "../../src/vm/machine.js";
import { callWith, NO_STATE } from "../support/machine-calls.js";
import { createSeededRandom, randomRuns, seeded, TEST_SEED } from "../support/seeded-random.js";
import { COST_SHAPES, type CostProgram, type CostShape } from "./cost-programs.js";

/**
 * `npm run fuzz -- --only cost`: the processor time of generated programs by the second table of costs (PROTOCOL 15.8).
 * With `--keep` it writes the table of docs/protocol/15-local-rules.md. It measures times, so no suite runs it.
 */

const PAGE = new URL("../../../docs/protocol/15-local-rules.md", import.meta.url);
const FIRST_SIZE = 16;
const GROWTH = 4;
const LARGEST_SIZE = 2 ** 14;
/** A shorter run says more of the clock and the compiler than of the operator. */
const COUNTED_MS = 1;
/** No longer runs after one of this length, and after a shorter one to warm the compiler up. */
const LONGEST_MS = 10;
const WARM_MS = 2;
/** Other processes and the collector of garbage only ever add time. */
const REPEATS = 3;
/** The largest rate over the smallest. */
const MAX_SPREAD = 20;
const RUNS = randomRuns(1);

interface Rate {
  readonly operator: string;
  /** Nanoseconds of processor for each character charged, of the dearest program. */
  readonly ns: number;
}

function callOf({ executions, parameters = {} }: CostProgram): ProgramCall {
  return callWith(JSON.stringify(executions), { parameters: JSON.stringify(parameters) });
}

function measure(call: ProgramCall): { readonly ms: number; readonly execution: Execution } {
  const before = process.cpuUsage();
  const execution = execute(call, NO_STATE, { budget: ofSubmission(WORK_LIMIT) });
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, execution };
}

/**
 * The calls of a size. A machine keeps patterns and keys, so a program that draws some is another one each time; any
 * other is the same, so that collecting what was left of making it does not count each time.
 */
function callsOf(shape: CostShape, size: number, random: () => number): readonly ProgramCall[] {
  if (shape.length > 1) return Array.from({ length: REPEATS }, () => callOf(shape(size, random)));
  return Array.from<ProgramCall>({ length: REPEATS }).fill(callOf(shape(size, random)));
}

/** The largest rate of a shape with growing sizes, up to the work limit; 0 when none takes long enough. */
function rateOf(shape: CostShape, random: () => number, longestMs = LONGEST_MS): number {
  let rate = 0;
  for (let size = FIRST_SIZE; ; size *= GROWTH) {
    let best = Number.POSITIVE_INFINITY;
    let shortest = Number.POSITIVE_INFINITY;
    for (const call of callsOf(shape, size, random)) {
      const { ms, execution } = measure(call);
      if (!execution.ok && execution.message === "Too long processing. ") return rate;
      shortest = Math.min(shortest, ms);
      best = Math.min(best, (ms * 1e6) / execution.cost);
    }
    if (shortest >= COUNTED_MS) rate = Math.max(rate, best);
    if (shortest > longestMs || size > LARGEST_SIZE) return rate;
  }
}

function rowOf({ operator, ns }: Rate, least: number): string {
  return `| \`$${operator}\` | ${(ns / least).toFixed(1)} |`;
}

describe(seeded("The time of operators by what they are charged (PROTOCOL 15.8)"), () => {
  it(`differs by at most ${MAX_SPREAD} times`, () => {
    const random = createSeededRandom(TEST_SEED);
    const rates: Rate[] = [];
    for (const [operator, shapes] of Object.entries(COST_SHAPES)) {
      for (const shape of shapes) rateOf(shape, random, WARM_MS);
      const measured = shapes.flatMap((shape) =>
        Array.from({ length: operator === "reg_match" ? RUNS : 1 }, () => rateOf(shape, random)),
      );
      rates.push({ operator, ns: Math.max(...measured) });
      process.stderr.write(`$${operator} ${measured.map((ns) => ns.toFixed(2)).join(" ")}\n`);
    }
    rates.sort((left, right) => right.ns - left.ns);
    const least = rates.at(-1)?.ns ?? 0;
    if (process.env["CHAINNODE_FUZZ_KEEP"] === "1") writeTable(rates.map((rate) => rowOf(rate, least)));
    expect((rates[0]?.ns ?? 0) / least).to.be.at.most(MAX_SPREAD);
  });
});

function writeTable(rows: readonly string[]): void {
  const page = readFileSync(PAGE, "utf8");
  const table = ["| operator | time |", "| --- | --- |", ...rows].join("\n");
  writeFileSync(
    PAGE,
    page.replace(/\| operator +\| time[^]*?(?=\n\n)/, () => table),
  );
}
