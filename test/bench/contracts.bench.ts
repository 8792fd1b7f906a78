import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
import { fuzz } from "../../src/testing/fuzz/fuzz.js";
import { fuzzSpaces } from "../../src/testing/fuzz/fuzz-state.js";
import { completeCode } from "../../src/testing/complete-code.js";
import { sandbox } from "../../src/testing/index.js";
import { lintCode } from "../../src/lint/lint-code.js";
import { fiftyOperators } from "./fifty-operators.js";

interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const ROUNDS = 200;
const CALLS = 1000;
const MUTANTS = 1000;
const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));
const FIFTY_OPERATORS = new URL("./fifty-operators.js", import.meta.url).href;
const TESTING = import.meta.resolve("chainnode/testing");

/** Contracts from source to test: building, checking, calling, and mutants, each in the time that a person waits. */
export async function bench(): Promise<BenchRow[]> {
  const text = completeCode(fiftyOperators(), fuzzSpaces()).text;
  const chain = await sandbox();
  await chain.publish(fiftyOperators());
  const start = await chain.snapshot();
  const fuzzed = await timed(() => fuzz([text], { runs: CALLS, seed: 1 }));
  const mutation = await mutationMs();
  return [
    {
      name: `contracts: build one of ${operatorsIn(text)} operators`,
      value: mean(() => fiftyOperators()),
      unit: "ms",
    },
    { name: "contracts: check it", value: mean(() => lintCode(text)), unit: "ms" },
    {
      name: "contracts: 1,000 random calls of it",
      value: (fuzzed.ms * CALLS) / fuzzed.result.calls,
      unit: "ms",
    },
    { name: "contracts: 1,000 mutants of it, with four tests", value: mutation, unit: "ms" },
    {
      name: "contracts: first sandbox of a process, with the import",
      value: await firstSandboxMs(),
      unit: "ms",
    },
    { name: "contracts: next sandbox", value: await meanOf(() => sandbox()), unit: "ms" },
    { name: "contracts: revert to a snapshot", value: await meanOf(() => chain.revert(start)), unit: "ms" },
    {
      name: "contracts: send, in a block",
      value: await meanOf(() => chain.send(fiftyOperators(), { to: "ab".repeat(22), amount: "100" })),
      unit: "ms",
    },
  ];
}

function operatorsIn(text: string): number {
  return (text.match(/"\$[a-z_]+":/g) ?? []).length;
}

const TESTS = `
import { beforeEach, test } from "node:test";
import { assertChanges, assertRefused, sandbox } from "chainnode/testing";
import { fiftyOperators } from "CONTRACT";
const Fifty = fiftyOperators("NAME");
const chain = await sandbox();
const [alice, bob] = chain.accounts;
await chain.publish(Fifty);
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));
test("moves", () => assertChanges(chain.send(Fifty, { to: bob, amount: "100" }), [
  { attribute: "balance", key: alice, new: "999900" },
  { attribute: "balance", key: bob, new: "1000095" },
  { attribute: "pool", new: "5" }]));
test("not to oneself", () => assertRefused(chain.send(Fifty, { to: alice, amount: "100" }), "Not another"));
test("not zero", () => assertRefused(chain.send(Fifty, { to: bob, amount: "0" }), "No whole number"));
test("not too much", () => assertRefused(chain.send(Fifty, { to: bob, amount: "1000001" }), "Too little. "));
`;
/** Each contract has its own tests. */
const NAMES = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** The time for a thousand mutants, from a whole run of `code test --mutate` without its start. */
async function mutationMs(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "chainnode-bench-"));
  try {
    for (const name of NAMES)
      writeFileSync(
        join(directory, `${name}.test.mjs`),
        TESTS.replace("NAME", name).replace("CONTRACT", FIFTY_OPERATORS),
      );
    const run = (...words: string[]): Promise<{ readonly ms: number; readonly result: string }> =>
      timed(() => output(process.execPath, [BINARY, "code", "test", directory, "--json", ...words]));
    // The first run reads the files of the program from the disk.
    await run();
    const plain = await run();
    const mutated = await run("--mutate");
    const { mutants } = JSON.parse(mutated.result) as { readonly mutants: { readonly total: number } };
    return ((mutated.ms - plain.ms) * MUTANTS) / mutants.total;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function firstSandboxMs(): Promise<number> {
  const script = `const begun = performance.now(); const { sandbox } = await import(${JSON.stringify(TESTING)}); await sandbox(); console.log(performance.now() - begun)`;
  return Number(await output(process.execPath, ["--input-type=module", "-e", script]));
}

function output(program: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.on("error", reject);
    child.on("close", () => resolve(text));
  });
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}

function mean(work: () => unknown): number {
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) work();
  return (performance.now() - begun) / ROUNDS;
}

async function meanOf(work: () => Promise<unknown>): Promise<number> {
  const { ms } = await timed(async () => {
    for (let round = 0; round < ROUNDS; round += 1) await work();
  });
  return ms / ROUNDS;
}
