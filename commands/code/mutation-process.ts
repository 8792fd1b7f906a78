import { availableParallelism } from "node:os";
import type { Context } from "../../src/cli/command.js";
import type {
  MutationAnswer,
  MutationRun,
  SurvivingMutant,
} from "../../src/testing/mutation/mutation-run.js";
import { startTestProcess, testVariables, type TestEnvironment } from "./test-process.js";
import * as errors from "./errors.js";

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
      const { child, answer: answered } = startTestProcess<MutationAnswer>(context, {
        program: "run-mutants.js",
        environment: testVariables(context.terminal, tests),
        stdout: "ignore",
      });
      child.send({ files, from, step } satisfies MutationRun);
      const answer = await answered;
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
