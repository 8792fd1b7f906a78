import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Context } from "../../src/cli/command.js";
import type {
  MutationAnswer,
  MutationRun,
  SurvivingMutant,
} from "../../src/testing/mutation/mutation-run.js";
import { TEST_HOOKS, TEST_PROGRAMS, testVariables, type TestEnvironment } from "./test-process.js";
import * as errors from "./errors.js";

const RUNNER = fileURLToPath(new URL("run-mutants.js", TEST_PROGRAMS));

export interface MutationResult {
  readonly total: number;
  /** In the order of the mutants. */
  readonly survivors: readonly SurvivingMutant[];
}

/** Runs the tests of files with each mutant of the codes that they publish. Throws `MUTATION_TESTS`, `TEST_RUN`. */
export async function testMutants(
  context: Context,
  { files, ...tests }: TestEnvironment & { readonly files: readonly string[] },
): Promise<MutationResult> {
  const step = availableParallelism();
  const lanes = Array.from({ length: step }, async (_, lane): Promise<MutationResult> => {
    const survivors: SurvivingMutant[] = [];
    for (let from: number | null = lane, total = 0; ;) {
      if (from === null) return { total, survivors };
      const answer = await runProcess(context, { files, from, step }, tests);
      if (answer.status === "failed")
        throw errors.mutationTests({ file: answer.file, reason: answer.reason });
      survivors.push(...answer.survivors);
      total = answer.total;
      from = answer.next;
    }
  });
  const results = await Promise.all(lanes);
  const survivors = results.flatMap((result) => result.survivors);
  return {
    total: Math.max(...results.map(({ total }) => total)),
    survivors: survivors.toSorted((left, right) => left.index - right.index),
  };
}

function runProcess(
  { terminal, onEnd }: Context,
  told: MutationRun,
  tests: TestEnvironment,
): Promise<MutationAnswer> {
  const child = spawn(process.execPath, [`--import=${TEST_HOOKS}`, RUNNER], {
    env: testVariables(terminal, tests),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const signal = terminal.interruption();
  const stop = (): void => void child.kill();
  signal.addEventListener("abort", stop, { once: true });
  onEnd(async () => {
    signal.removeEventListener("abort", stop);
    stop();
  });
  child.send(told);
  return new Promise((resolve, reject) => {
    let answer: MutationAnswer | undefined;
    child.once("message", (message) => (answer = message as MutationAnswer));
    child.once("error", reject);
    child.once("close", (code) => {
      if (signal.aborted) reject(signal.reason);
      else if (answer === undefined) reject(errors.testRun({ status: String(code) }));
      else resolve(answer);
    });
  });
}
