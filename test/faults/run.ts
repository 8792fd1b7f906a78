import { parseArgs } from "node:util";
import { createSeededRandom } from "../support/seeded-random.js";
import { FAULTS } from "./faults.js";
import { keepFigures } from "./table.js";

/** `npm run test:faults`: makes every fault, or those named, and keeps the figures of a full run in docs/reliability.md. */
const { values } = parseArgs({
  options: {
    /** A part of the full number of times, such as 0.1. */
    size: { type: "string", default: "1" },
    only: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});

const size = Number(values.size);
/** A fault that takes longer stands still. A full run takes up to 20 minutes. */
const LIMIT_MINUTES = 10 + 50 * size;
const names = values.only?.split(",") ?? Object.keys(FAULTS);
const figures: Record<string, string> = {};
say(`seed ${values.seed}, size ${size}`);
for (const name of names) {
  const fault = FAULTS[name];
  if (fault === undefined) throw new RangeError(`There is no fault ${name}. `);
  const obstacle = fault.obstacle?.() ?? null;
  const times = Math.round(fault.times.full * size);
  if (times === 0) continue;
  const begin = performance.now();
  const standsStill = setTimeout(() => {
    say(`FAILED  ${name}  It did not end within ${LIMIT_MINUTES} minutes.`);
    process.exit(1);
  }, LIMIT_MINUTES * 60_000);
  try {
    const text = obstacle ?? (await fault.run(times, createSeededRandom(Number(values.seed))));
    if (obstacle === null) figures[name] = text;
    say(`${obstacle === null ? "held" : "not made"}  ${name}  ${text}  ${seconds(begin)}`);
  } catch (error) {
    process.exitCode = 1;
    say(`FAILED  ${name}  ${error instanceof Error ? error.message : String(error)}  ${seconds(begin)}`);
  } finally {
    clearTimeout(standsStill);
  }
}
if (size >= 1) await keepFigures(FAULTS, figures);

function seconds(begin: number): string {
  return `${Math.round((performance.now() - begin) / 1000)} s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
