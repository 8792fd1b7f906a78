import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { positional, option, type Command, type Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import type { View } from "../../src/cli/output/view.js";
import { refusedFile } from "../../src/codec/file-error.js";
import { fileText } from "../../src/codec/file-text.js";
import { objectToValue } from "../../src/codec/value.js";
import {
  AMOUNT,
  BOOLEAN,
  HEIGHT,
  listOf,
  objectOf,
  orNull,
  TEXT,
} from "../../src/records/operations/json-schema.js";
import { replaceFile } from "../../src/base/files/write-file.js";
import type { CallCost, CostGrowth } from "../../src/testing/record/fees.js";
import type { RecordedCode } from "../../src/testing/record/test-record.js";
import type { MutantChoice } from "../../src/testing/mutation/mutation-run.js";
import { REPORTERS, type EndedTest } from "../../src/testing/run/test-run.js";
import { freshSeed, MOST_SEED } from "../../src/testing/seed.js";
import type { Revision } from "./changed-lines.js";
import { type MutationResult, runTestFiles, type TestEnvironment } from "./test-process.js";
import { readRuleSet, rulesOptionSpec } from "../options.js";
import { runWatched } from "./watched-runs.js";
import * as errors from "./errors.js";

const COSTS_FILE = "fees.json";
const PLACE = { file: orNull(TEXT), line: orNull(HEIGHT), column: orNull(HEIGHT) };
const RATIO = objectOf({ covered: HEIGHT, total: HEIGHT });

export const command: Command = {
  summary: "run tests of contracts",
  description: [
    "Runs test files with the test runner of Node, each in a process of its own. Without files it runs all files *.test.ts, *.test.mts, *.test.js and *.test.mjs below the current directory. TypeScript needs no configuration, and chainnode/… is this installation. The files run with your rights: test only what you trust. docs/testing.md shows how tests are written. --rules chooses the rules of their chains, unless a test names them itself.",
    `With --fees, the fee is what the contract Fee takes of the weight, on networks that have it. ${COSTS_FILE} is read and written in the current directory.`,
    "The exit code is 1 when a test fails, a mutant survives, a cost grew with --check, or a code is covered less than --minimum.",
  ],
  arguments: [positional("[file...]", "test file, or directory with test files", "the current directory")],
  options: [
    option(
      "--filter <pattern>",
      "run only tests whose name matches the regular expression; may be repeated",
      { isRepeatable: true, default: "all tests" },
    ),
    option("--reporter <format>", "format of the report", { default: "spec", choices: REPORTERS }),
    option("--seed <number>", "seed of random tests, to repeat a run", "a new one each time"),
    rulesOptionSpec("1"),
    option("--watch", "run again when a file of the project changes, until interrupted"),
    option("--coverage", "show which operators, branches and outcomes of conditions the tests reach"),
    option(
      "--minimum <percent>",
      "with --coverage, fail when less than this share of a code is reached",
      "0",
    ),
    option("--coverage-dir <directory>", "directory for the coverage as index.html and lcov.info", "none"),
    option("--mutate", "change one thing in a contract at a time, and show the changes that no test notices"),
    option(
      "--changed <revision>",
      "with --mutate, change only lines that differ from a git revision",
      "all lines",
    ),
    option(
      "--mutants <number>",
      "with --mutate, test at most so many, spread over all places",
      "all mutants",
    ),
    option("--fees", "show size, weight and fee of each contract's most expensive call"),
    option("--save", `with --fees, write sizes and weights to ${COSTS_FILE}, unless a test fails`),
    option("--check", `with --fees, fail when a size or weight is above that in ${COSTS_FILE}`),
  ],
  examples: [
    "chainnode code test",
    "chainnode code test token.test.ts --filter 'refuses' --seed 7",
    "chainnode code test --rules 2",
    "chainnode code test --reporter junit > report.xml",
    "chainnode code test --coverage --minimum 100 --fees --check",
    "chainnode code test token.test.ts --mutate",
    "chainnode code test --mutate --changed main",
  ],
  result: objectOf({
    seed: HEIGHT,
    passed: HEIGHT,
    failed: HEIGHT,
    skipped: HEIGHT,
    tests: listOf(
      objectOf({ file: orNull(TEXT), name: TEXT, outcome: TEXT, ms: HEIGHT, failure: orNull(TEXT) }),
    ),
    coverage: orNull(
      listOf(
        objectOf({
          code: TEXT,
          operators: RATIO,
          branches: RATIO,
          conditions: RATIO,
          gaps: listOf(objectOf({ path: TEXT, file: orNull(TEXT), line: orNull(HEIGHT), sentence: TEXT })),
        }),
      ),
    ),
    mutants: orNull(
      objectOf({
        total: HEIGHT,
        leftOut: HEIGHT,
        places: listOf(objectOf({ code: TEXT, path: TEXT, ...PLACE, mutants: HEIGHT, survived: HEIGHT })),
        survived: listOf(
          objectOf({
            code: TEXT,
            path: TEXT,
            change: TEXT,
            ...PLACE,
            reached: BOOLEAN,
            equivalent: orNull(TEXT),
          }),
        ),
      }),
    ),
    fees: orNull(
      listOf(
        objectOf({ contract: TEXT, calls: HEIGHT, size: HEIGHT, weight: HEIGHT, fee: AMOUNT, grew: BOOLEAN }),
      ),
    ),
  }),
  run: async (context, input) => {
    const { settings } = context;
    if (settings.flag("json") && input.flag("watch")) throw errors.watchJson();
    if (input.option("minimum") !== undefined && !input.flag("coverage")) throw errors.minimumOption();
    if ((input.flag("save") || input.flag("check")) && !input.flag("fees")) throw errors.feesOption();
    const choosesMutants = input.option("changed") !== undefined || input.option("mutants") !== undefined;
    if (choosesMutants && !input.flag("mutate")) throw errors.mutateOption();
    if (input.flag("watch")) {
      const written = [COSTS_FILE, input.option("coverage-dir") ?? COSTS_FILE].map((path) => resolve(path));
      const watched = { files: await testFiles(input), written };
      return runWatched(context, watched, () => outcomes(context, input));
    }
    return settings.flag("json") ? lastOf(outcomes(context, input)) : outcomes(context, input);
  },
};

const RUNNABLE = /\.[cm]?[jt]s$/i;

async function testFiles(input: Input): Promise<readonly string[]> {
  const { findTests } = await import("../../src/testing/run/find-tests.js");
  const words = input.rest("file");
  const files = await findTests(words.length === 0 ? ["."] : words);
  if (files.length === 0) throw errors.noTests();
  const stray = files.find((file) => !RUNNABLE.test(file));
  if (stray !== undefined) throw errors.testFileKind({ file: stray });
  return files;
}

async function* outcomes(context: Context, input: Input): AsyncGenerator<Outcome, void, undefined> {
  const files = await testFiles(input);
  const seed = input.integer("seed", 0, MOST_SEED) ?? freshSeed();
  context.note(`seed ${seed}`);
  const most = input.integer("mutants", 1);
  const base = await baseOf(input, files);
  const record = await recordDirectory(context, input);
  const tests = { files, seed, rules: readRuleSet(input)?.number };
  const run = runTestFiles(context, {
    ...tests,
    record,
    reporter: REPORTERS.find((name) => name === input.option("reporter")) ?? "spec",
    filters: input.options("filter"),
  });
  for await (const chunk of run.report) yield { data: null, text: () => chunk };
  const ended = await run.ended;
  const hasFailed = ended.some(({ outcome }) => outcome === "failed");
  const contracts = record === undefined ? NO_CONTRACTS : await readContracts(input, record);
  const { costs, growth } = contracts;
  const isSaved = input.flag("save") && !hasFailed && growth.length === 0;
  if (costs !== null && isSaved) await saveCosts(costs);
  const choice = { most, lines: await changedIn(record, base) };
  const mutants =
    input.flag("mutate") && !hasFailed ? await mutantsOf(context, { ...tests, ...choice }) : null;
  const minimum = input.integer("minimum", 0, 100) ?? 0;
  if (input.options("filter").length > 0 && ended.every(({ outcome }) => outcome === "skipped"))
    throw errors.filterMatch();
  if (ended.length === 0) throw errors.noTests();
  yield summary(seed, ended, { ...contracts, mutants }, minimum);
}

/** A directory for what the tests record, which is removed at the end; undefined when no report needs it. */
async function recordDirectory({ onEnd }: Context, input: Input): Promise<string | undefined> {
  const isNeeded =
    input.flag("coverage") ||
    input.flag("fees") ||
    ["coverage-dir", "changed"].some((name) => input.option(name) !== undefined);
  if (!isNeeded) return undefined;
  const directory = await mkdtemp(join(tmpdir(), "chainnode-test-"));
  onEnd(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** What the report says about contracts; null for a part that was not asked for. */
interface Contracts {
  readonly coverage: readonly RecordedCode[] | null;
  readonly costs: readonly CallCost[] | null;
  readonly growth: readonly CostGrowth[];
  readonly mutants: MutationResult | null;
}

const NO_CONTRACTS: Contracts = { coverage: null, costs: null, growth: [], mutants: null };

async function mutantsOf(
  context: Context,
  tests: TestEnvironment & MutantChoice & { readonly files: readonly string[] },
): Promise<MutationResult> {
  const { testMutants } = await import("./test-process.js");
  return testMutants(context, tests);
}

async function baseOf(input: Input, [file = "."]: readonly string[]): Promise<Revision | undefined> {
  const name = input.option("changed");
  if (name === undefined) return undefined;
  const { findRevision } = await import("./changed-lines.js");
  return findRevision(name, file);
}

/** The lines that changed in the sources of the codes that the tests published. */
async function changedIn(
  record: string | undefined,
  base: Revision | undefined,
): Promise<MutantChoice["lines"]> {
  if (record === undefined || base === undefined) return undefined;
  const { changedLines } = await import("./changed-lines.js");
  const { readRecords } = await import("../../src/testing/record/test-record.js");
  const { sitesByFile } = await import("../../src/testing/record/coverage.js");
  const { codes } = await readRecords(record);
  return changedLines([...sitesByFile(codes).keys()], base);
}

async function readContracts(input: Input, record: string): Promise<Contracts> {
  const { readRecords } = await import("../../src/testing/record/test-record.js");
  const { costsOf, growthSince, readSnapshot } = await import("../../src/testing/record/fees.js");
  const { writeCoverage } = await import("./test-report.js");
  const { codes, calls } = await readRecords(record);
  const directory = input.option("coverage-dir");
  if (directory !== undefined) await writeCoverage(directory, codes);
  const costs = input.flag("fees") ? costsOf(calls) : null;
  const snapshot = input.flag("check") ? readSnapshot(await readText(COSTS_FILE), COSTS_FILE) : new Map();
  return {
    coverage: input.flag("coverage") ? codes : null,
    costs,
    growth: costs === null ? [] : growthSince(snapshot, costs),
    mutants: null,
  };
}

async function saveCosts(costs: readonly CallCost[]): Promise<void> {
  const { snapshotText } = await import("../../src/testing/record/fees.js");
  await replaceFile(COSTS_FILE, snapshotText(costs));
}

async function readText(file: string): Promise<string> {
  return fileText(await readFile(file).catch(refusedFile(file)), file);
}

/** The last outcome alone: its data is the whole result. */
async function lastOf(all: AsyncIterable<Outcome>): Promise<Outcome> {
  let last: Outcome | undefined;
  for await (const outcome of all) last = outcome;
  if (last === undefined) throw errors.noTests();
  return last;
}

async function summary(
  seed: number,
  tests: readonly EndedTest[],
  { coverage, costs, growth, mutants }: Contracts,
  minimum: number,
): Promise<Outcome> {
  const report = await import("./test-report.js");
  const count = (outcome: EndedTest["outcome"]): number =>
    tests.filter((test) => test.outcome === outcome).length;
  const failed = count("failed");
  const data = objectToValue({
    seed: BigInt(seed),
    passed: BigInt(count("passed")),
    failed: BigInt(failed),
    skipped: BigInt(count("skipped")),
    tests: tests.map(({ file, name, outcome, durationMs, failure }) =>
      objectToValue({ file, name, outcome, ms: BigInt(Math.round(durationMs)), failure }),
    ),
    coverage: coverage && report.coverageToData(coverage),
    mutants: mutants && report.mutantsToData(mutants),
    fees: costs && report.costsToData(costs, growth),
  });
  const text = (view: View): string =>
    (coverage === null ? "" : report.coverageText(view, coverage)) +
    (costs === null ? "" : report.costsText(view, costs, growth)) +
    (mutants === null ? "" : report.mutantsText(mutants));
  const survived = mutants?.survivors.filter(({ equivalent }) => equivalent === null).length ?? 0;
  if (failed > 0) return { data, text, failure: errors.testsFailed({ failed, seed }) };
  if (survived > 0) return { data, text, failure: errors.mutantsSurvived({ survived }) };
  if (growth.length > 0) return { data, text, failure: errors.costsGrew({ file: COSTS_FILE }) };
  const low = report.codesBelow(coverage ?? [], minimum);
  if (Object.keys(low).length > 0)
    return { data, text, failure: errors.coverageLow({ minimum }, { details: low }) };
  return { data, text };
}
