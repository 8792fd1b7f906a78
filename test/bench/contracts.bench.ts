import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
import { address, contract, decimal, from, require, universal, type Code } from "../../src/contract/index.js";
import { fuzz } from "../../src/testing/fuzz/fuzz.js";
import { fuzzSpaces } from "../../src/testing/fuzz/fuzz-state.js";
import { completeCode } from "../../src/testing/complete-code.js";
import { sandbox } from "../../src/testing/index.js";
import { lintCode } from "../../src/lint/lint-code.js";

interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const ROUNDS = 200;
const CALLS = 1000;
const MUTANTS = 1000;
const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));
const TESTING = new URL("../../src/testing/index.js", import.meta.url).href;

/** Contracts from source to test: building, checking, calling, and mutants, each in the time that a person waits. */
export async function bench(): Promise<BenchRow[]> {
  const text = completeCode(fifty(), fuzzSpaces()).text;
  const chain = await sandbox();
  await chain.publish(fifty());
  const start = await chain.snapshot();
  const fuzzed = await timed(() => fuzz([text], { runs: CALLS, seed: 1 }));
  const mutation = await mutationMs();
  return [
    { name: `contracts: build one of ${operatorsIn(text)} operators`, value: mean(fifty), unit: "ms" },
    { name: "contracts: check it", value: mean(() => lintCode(text)), unit: "ms" },
    {
      name: "contracts: 1,000 random calls of it",
      value: (fuzzed.ms * CALLS) / fuzzed.result.calls,
      unit: "ms",
    },
    { name: "contracts: 1,000 mutants with four tests", value: mutation, unit: "ms" },
    {
      name: "contracts: first sandbox of a process, with the import",
      value: await firstSandboxMs(),
      unit: "ms",
    },
    { name: "contracts: next sandbox", value: await meanOf(() => sandbox()), unit: "ms" },
    { name: "contracts: revert to a snapshot", value: await meanOf(() => chain.revert(start)), unit: "ms" },
    {
      name: "contracts: send, in a block",
      value: await meanOf(() => chain.send(fifty(), { to: "ab".repeat(22), amount: "0" }).catch(() => null)),
      unit: "ms",
    },
  ];
}

/** A transfer with a fee that is shared, whose executions hold some fifty operators. */
function fifty(): Code {
  const balances = universal("balance", { key: address, value: decimal, default: "0" });
  const pools = universal("pool", { key: address, value: decimal, default: "0" });
  return contract(
    { name: "Fifty", space: "bench", parameters: { to: address, amount: decimal } },
    ({ to, amount }) => {
      const fee = amount.mul("0.05", { scale: 0 });
      return [
        require(amount.is_numeric(), "No number. "),
        require(amount.gt("0").and(amount.scale().eq(0)), "No whole number above zero. "),
        require(from.ne(to).and(to.strlen().eq(44)), "Not another address. "),
        require(balances.of(from).gte(amount), "Too little. "),
        balances.of(from).set(balances.of(from).sub(amount)),
        balances.of(to).set(balances.of(to).add(amount.sub(fee))),
        pools.of("00".repeat(22)).set(pools.of("00".repeat(22)).add(fee)),
      ];
    },
  );
}

function operatorsIn(text: string): number {
  return (text.match(/"\$[a-z_]+":/g) ?? []).length;
}

const CONTRACT = `
import { address, contract, decimal, from, require, universal } from "chainnode/contract";
const balances = universal("balance", { key: address, value: decimal, default: "0" });
export const transfer = (name) => contract(
  { name, space: "bench", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => [
    require(to.ne(from).and(to.strlen().eq(44)), "The recipient must be another address. "),
    require(amount.gt("0"), "The amount must be greater than zero. "),
    require(balances.of(from).add("5").gte(amount), "The balance is too low. "),
    balances.of(from).set(balances.of(from).add("5").sub(amount)),
    balances.of(to).set(balances.of(to).add(amount)),
  ],
);
`;
const TESTS = `
import { beforeEach, test } from "node:test";
import { assertChanges, assertRefused, sandbox } from "chainnode/testing";
import { transfer } from "./transfer.mjs";
const Transfer = transfer("NAME");
const chain = await sandbox();
const [alice, bob] = chain.accounts;
await chain.publish(Transfer);
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));
test("moves", () => assertChanges(chain.send(Transfer, { to: bob, amount: "1" }), [
  { attribute: "balance", key: alice, new: "4" }, { attribute: "balance", key: bob, new: "1" }]));
test("not to oneself", () => assertRefused(chain.send(Transfer, { to: alice, amount: "1" }), "The recipient"));
test("not zero", () => assertRefused(chain.send(Transfer, { to: bob, amount: "0" }), "The amount"));
test("not too much", () => assertRefused(chain.send(Transfer, { to: bob, amount: "6" }), "The balance"));
`;
/** Each contract has its own tests. */
const NAMES = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** The time for a thousand mutants, from a whole run of `code test --mutate` without its start. */
async function mutationMs(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "chainnode-bench-"));
  try {
    writeFileSync(join(directory, "transfer.mjs"), CONTRACT);
    for (const name of NAMES) writeFileSync(join(directory, `${name}.test.mjs`), TESTS.replace("NAME", name));
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
