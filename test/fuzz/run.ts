import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * `npm run fuzz -- --minutes N`: the random tests in turn, each time with a new seed, until the time is up. With `--keep`
 * the texts that reach new code stay in test/fuzz/corpus.
 */

/** The targets: a compiled test file, and how many runs of it make a turn of about a minute. */
const TARGETS: Readonly<Record<string, readonly [file: string, runs: number]>> = {
  readers: ["fuzz/readers.test", 5000],
  rpc: ["rpc/fuzz.test", 8000],
  peers: ["peers/hostile-peer.test", 300],
  machine: ["vm/fuzz.test", 5000],
  codes: ["acceptance/broken-codes.slow.test", 60],
  supply: ["ledger/supply.test", 500],
  undo: ["ledger/undo.test", 40],
  cost: ["fuzz/cost-rates", 20],
};

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    only: { type: "string" },
    keep: { type: "boolean", default: false },
  },
});
const end = Date.now() + Number(values.minutes) * 60_000;
const names = values.only?.split(",") ?? Object.keys(TARGETS);
for (let turn = 0; Date.now() < end; turn += 1) {
  const name = names[turn % names.length] ?? "";
  const target = TARGETS[name];
  if (target === undefined)
    throw new RangeError(`There is no target ${name}: ${Object.keys(TARGETS).join(", ")}. `);
  const seed = Math.floor(Math.random() * 2 ** 31);
  const isPassed = await runTarget(target, seed);
  process.stdout.write(
    `${isPassed ? "passed" : "FAILED"}  ${name}  ${target[1]} runs, CHAINNODE_TEST_SEED=${seed}\n`,
  );
  if (!isPassed) process.exitCode = 1;
}

async function runTarget([file, runs]: readonly [string, number], seed: number): Promise<boolean> {
  const mocha = fileURLToPath(new URL("../../../node_modules/mocha/bin/mocha.js", import.meta.url));
  const path = fileURLToPath(new URL(`../${file}.js`, import.meta.url));
  const words = [
    "--enable-source-maps",
    mocha,
    "--no-config",
    "--exit",
    "--timeout",
    "3600000",
    "--reporter",
    "dot",
    path,
  ];
  const child = spawn(process.execPath, words, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      CHAINNODE_FUZZ_RUNS: String(runs),
      CHAINNODE_TEST_SEED: String(seed),
      ...(values.keep ? { CHAINNODE_FUZZ_KEEP: "1" } : {}),
    },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}
