/**
 * `npm run differential -- --programs 200000 [--seed N] [--from I]`: runs random programs under the node's machine and
 * under the plain interpreter (test/plain), and compares all results. With `--chains N` it makes chains of rules 2 out of
 * such programs, and the plain implementation checks their blocks. Progress goes to stderr. The first difference is
 * shrunk and printed, with the command that repeats it.
 */
import { parseArgs } from "node:util";
import { ProgressLine } from "../support/progress-line.js";
import { compare } from "./compare.js";
import { generate } from "./generate.js";
import { makeChain } from "./make-chain.js";
import { replayChain } from "./replay-chain.js";
import { NETWORK } from "./product-report.js";
import { shrink } from "./shrink.js";

const { values } = parseArgs({
  options: {
    programs: { type: "string", default: "20000" },
    chains: { type: "string", default: "0" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    from: { type: "string", default: "0" },
  },
});
const [seed, from, chains] = [Number(values.seed), Number(values.from), Number(values.chains)];
const programs = chains > 0 ? 0 : Number(values.programs);
const root = { writer: "0".repeat(44), space: NETWORK.rootSpace };

if (chains > 0) await compareChains({ seed, from, chains });
else process.stderr.write(`seed ${seed}, programs ${from} to ${from + programs - 1}\n`);
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
if (process.exitCode !== 1 && programs > 0)
  process.stdout.write(`${programs} programs of seed ${seed}: no difference\n`);

/** Makes chains of rules 2 with the node's ledger, and replays each with the plain implementation. */
async function compareChains(of: { seed: number; from: number; chains: number }): Promise<void> {
  process.stderr.write(`seed ${of.seed}, chains ${of.from} to ${of.from + of.chains - 1}\n`);
  const line = new ProgressLine(of.chains, performance.now());
  const counts = { main: 0, resource: 0 };
  for (let index = of.from; index < of.from + of.chains; index += 1) {
    const chain = await makeChain({ seed: of.seed, index });
    for (const block of chain.blocks) counts[block.chain] += 1;
    const difference = replayChain(chain);
    line.step(difference !== null, performance.now());
    if (difference === null) continue;
    line.end();
    const again = `npm run differential -- --chains 1 --seed ${of.seed} --from ${index}`;
    process.stdout.write(`Chain ${index} differs: ${difference}\nagain: ${again}\n`);
    process.exitCode = 1;
    return;
  }
  line.end();
  const blocks = `${counts.main} main blocks, ${counts.resource} resource blocks`;
  process.stdout.write(`${of.chains} chains of rules 2, seed ${of.seed}: ${blocks}, no difference\n`);
}
