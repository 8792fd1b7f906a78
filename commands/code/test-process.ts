import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Context } from "../../src/cli/command.js";
import type { EndedTest, TestRun } from "../../src/testing/run/test-run.js";
import { RECORD_VARIABLE } from "../../src/testing/record/test-record.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { SEED_VARIABLE } from "../../src/testing/seed.js";
import { RULES_VARIABLE } from "../../src/testing/test-rules.js";
import * as errors from "./errors.js";

/** Processes of tests run the bundle, which is what tests import as `chainnode/testing`. */
export const TEST_PROGRAMS = new URL("../../bundle/", import.meta.url);
/** What a process of tests imports first. */
export const TEST_HOOKS = new URL("test-hooks.js", TEST_PROGRAMS).href;
const RUNNER = fileURLToPath(new URL("run-files.js", TEST_PROGRAMS));

/** What the test processes are given in their environment. */
export interface TestEnvironment {
  readonly seed: number;
  /** The rules of chains whose test names none; by default those of this process. */
  readonly rules?: RulesNumber | undefined;
  /** The directory that they write records to; by default they record nothing. */
  readonly record?: string | undefined;
}

export interface RunningTests {
  readonly report: AsyncIterable<string>;
  /** All tests that ended. Rejects with `TEST_RUN` when the process ended without an answer. */
  readonly ended: Promise<readonly EndedTest[]>;
}

/** Runs test files in a process of their own, which ends with the command. */
export function runTestFiles(
  { terminal, style, onEnd }: Context,
  { seed, rules, record, ...run }: TestRun & TestEnvironment,
): RunningTests {
  const hasColour = terminal.output.isTerminal && style.level > 0;
  const child = spawn(process.execPath, [`--import=${TEST_HOOKS}`, RUNNER], {
    env: {
      ...testVariables(terminal, { seed, rules, record }),
      ...(hasColour ? { FORCE_COLOR: "1" } : {}),
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const signal = terminal.interruption();
  const stop = (): void => void child.kill();
  signal.addEventListener("abort", stop, { once: true });
  onEnd(async () => {
    signal.removeEventListener("abort", stop);
    stop();
  });
  const ended = new Promise<readonly EndedTest[]>((resolve, reject) => {
    let tests: readonly EndedTest[] | undefined;
    child.once("message", (message) => (tests = message as readonly EndedTest[]));
    child.once("error", reject);
    child.once("close", (code) => {
      if (signal.aborted) reject(signal.reason);
      else if (tests === undefined) reject(errors.testRun({ status: String(code) }));
      else resolve(tests);
    });
  });
  // It is awaited after the report has ended.
  ended.catch(() => undefined);
  child.send(run satisfies TestRun);
  return { report: textOf(child.stdout), ended };
}

/** The environment of a process of tests. */
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
