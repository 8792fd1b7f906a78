/**
 * `npm run differential -- --programs 200000 [--seed N] [--from I]`: runs random programs under the node's machine and
 * under the plain interpreter (test/plain), and compares all results. Progress goes to stderr. The first difference is
 * shrunk and printed, with the command that repeats it.
 */
import { parseArgs } from "node:util";
import { ProgressLine } from "../support/progress-line.js";
import { compare } from "./compare.js";
import { generate } from "./generate.js";
import { NETWORK } from "./product-report.js";
import { shrink } from "./shrink.js";

const { values } = parseArgs({
  options: {
    programs: { type: "string", default: "20000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    from: { type: "string", default: "0" },
  },
});
const [programs, seed, from] = [Number(values.programs), Number(values.seed), Number(values.from)];
const root = { writer: "0".repeat(44), space: NETWORK.rootSpace };

process.stderr.write(`seed ${seed}, programs ${from} to ${from + programs - 1}\n`);
const progress = new ProgressLine(programs, performance.now());
for (let index = from; index < from + programs; index += 1) {
  const scenario = generate({ seed, index, root });
  const difference = await compare(scenario);
  progress.step(difference !== null, performance.now());
  if (difference === null) continue;
  progress.end();
  const small = await shrink(scenario, async (smaller) => (await compare(smaller)) !== null);
  process.stdout.write(
    `Program ${index} differs.\n${JSON.stringify(small, null, 2)}\n${JSON.stringify(await compare(small), null, 2)}\n` +
      `again: npm run differential -- --programs 1 --seed ${seed} --from ${index}\n`,
  );
  process.exitCode = 1;
  break;
}
progress.end();
if (process.exitCode !== 1) process.stdout.write(`${programs} programs of seed ${seed}: no difference\n`);
