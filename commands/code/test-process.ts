import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Context } from "../../src/cli/command.js";
import type { EndedTest, TestRun } from "../../src/testing/run/test-run.js";
import { RECORD_VARIABLE } from "../../src/testing/record/test-record.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { SEED_VARIABLE } from "../../src/testing/seed.js";
import { RULES_VARIABLE } from "../../src/testing/test-rules.js";
import * as errors from "./errors.js";
import { availableParallelism } from "node:os";
import type {
  MutantChoice,
  MutationAnswer,
  MutationRun,
  SurvivingMutant,
} from "../../src/testing/mutation/mutation-run.js";

/** Processes of tests run the bundle, which is what tests import as `chainnode/testing`. */
const TEST_PROGRAMS = new URL("../../bundle/", import.meta.url);
/** What a process of tests imports first. */
const TEST_HOOKS = new URL("test-hooks.js", TEST_PROGRAMS).href;

export interface TestEnvironment {
  readonly seed: number;
  /** The rules of chains whose test names none; by default those of this process. */
  readonly rules?: RulesNumber | undefined;
  /** The directory that they write records to; by default they record nothing. */
  readonly record?: string | undefined;
}

interface RunningTests {
  readonly report: AsyncIterable<string>;
  /** All tests that ended. Rejects with `TEST_RUN` when the process ended without an answer. */
  readonly ended: Promise<readonly EndedTest[]>;
}

export function runTestFiles(
  context: Context,
  { seed, rules, record, ...run }: TestRun & TestEnvironment,
): RunningTests {
  const hasColour = context.terminal.output.isTerminal && context.style.level > 0;
  const { child, answer } = startTestProcess<readonly EndedTest[]>(context, {
    program: "run-files.js",
    environment: {
      ...testVariables(context.terminal, { seed, rules, record }),
      ...(hasColour ? { FORCE_COLOR: "1" } : {}),
    },
    stdout: "pipe",
  });
  // It is awaited after the report has ended.
  answer.catch(() => undefined);
  child.send(run satisfies TestRun);
  return { report: textOf(child.stdout), ended: answer };
}

interface TestProgram {
  readonly program: "run-files.js" | "run-mutants.js";
  readonly environment: NodeJS.ProcessEnv;
  readonly stdout: "pipe" | "ignore";
}

interface TestProcess<Answer> {
  readonly child: ChildProcess;
  readonly answer: Promise<Answer>;
}

/** Starts a program of the bundle, which ends with the command. */
export function startTestProcess<Answer>(
  { terminal, onEnd }: Context,
  { program, environment, stdout }: TestProgram,
): TestProcess<Answer> {
  const file = fileURLToPath(new URL(program, TEST_PROGRAMS));
  const child = spawn(process.execPath, [`--import=${TEST_HOOKS}`, file], {
    env: environment,
    stdio: ["ignore", stdout, "inherit", "ipc"],
  });
  const signal = terminal.interruption();
  const stop = (): void => void child.kill();
  signal.addEventListener("abort", stop, { once: true });
  onEnd(async () => {
    signal.removeEventListener("abort", stop);
    stop();
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    let message: Answer | undefined;
    child.once("message", (sent) => (message = sent as Answer));
    child.once("error", reject);
    child.once("close", (code) => {
      if (signal.aborted) reject(signal.reason);
      else if (message === undefined) reject(errors.testRun({ status: String(code) }));
      else resolve(message);
    });
  });
  return { child, answer };
}

export function testVariables(
  { environment }: Context["terminal"],
  { seed, rules, record }: TestEnvironment,
): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...own } = environment;
  return {
    ...own,
    [SEED_VARIABLE]: String(seed),
    ...(rules === undefined ? {} : { [RULES_VARIABLE]: String(rules) }),
    ...(record === undefined ? {} : { [RECORD_VARIABLE]: record }),
  };
}

async function* textOf(stream: NodeJS.ReadableStream | null): AsyncGenerator<string, void, undefined> {
  if (stream === null) return;
  stream.setEncoding("utf8");
  for await (const chunk of stream) yield String(chunk);
}

export interface MutationResult {
  readonly total: number;
  readonly leftOut: number;
  /** In the order of the mutants. */
  readonly survivors: readonly SurvivingMutant[];
}

/** Runs the tests of files with each mutant of the codes that they publish. Throws `MUTATION_TESTS`, `TEST_RUN`. */
export async function testMutants(
  context: Context,
  { files, lines, most, ...tests }: TestEnvironment & MutantChoice & { readonly files: readonly string[] },
): Promise<MutationResult> {
  const step = availableParallelism();
  const lanes = Array.from({ length: step }, async (_, lane): Promise<MutationResult> => {
    const survivors: SurvivingMutant[] = [];
    for (let from: number | null = lane, total = 0, leftOut = 0; ;) {
      if (from === null) return { total, leftOut, survivors };
      const { child, answer: answered } = startTestProcess<MutationAnswer>(context, {
        program: "run-mutants.js",
        environment: testVariables(context.terminal, tests),
        stdout: "ignore",
      });
      child.send({ files, from, step, lines, most } satisfies MutationRun);
      const answer = await answered;
      if (answer.status === "failed")
        throw errors.mutationTests({ file: answer.file, reason: answer.reason });
      survivors.push(...answer.survivors);
      ({ total, leftOut, next: from } = answer);
    }
  });
  const results = await Promise.all(lanes);
  const survivors = results.flatMap((result) => result.survivors);
  return {
    total: Math.max(...results.map(({ total }) => total)),
    leftOut: Math.max(...results.map(({ leftOut }) => leftOut)),
    survivors: survivors.toSorted((left, right) => left.index - right.index),
  };
}
