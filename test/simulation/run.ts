import { parseArgs } from "node:util";
import { prepareValidatorChain } from "../support/validator-chain.js";
import { runSeeds, type Failure } from "./run-seeds.js";

/** `npm run simulate -- --seeds 1000 [--from N]`: each seed with four and with nine nodes. Prints the seeds that fail. */
const { values } = parseArgs({
  options: { seeds: { type: "string", default: "100" }, from: { type: "string", default: "1" } },
});
const [count, from] = [Number(values.seeds), Number(values.from)];
const chains = [
  await prepareValidatorChain([0, 1, 2, 3]),
  await prepareValidatorChain([0, 1, 2, 3, 4, 5, 6, 7, 8]),
];
const seeds = Array.from({ length: count }, (_, index) => from + index);
const startMs = performance.now();
const { failures, virtualUs } = await runSeeds(
  seeds.flatMap((seed) => chains.map((chain) => ({ chain, seed }))),
  (failure) => process.stdout.write(`${describe(failure)}\n`),
);
const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
const minutes = (virtualUs / 60_000_000).toFixed(1);
process.stdout.write(
  `${count} seeds from ${from}: ${failures.length} runs failed; ${minutes} virtual minutes in ${seconds} s\n`,
);
process.exitCode = failures.length > 0 ? 1 : 0;

function describe({ chain, seed, error }: Failure): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `seed ${seed}, ${chain.identities.length} nodes: ${what}`;
}
