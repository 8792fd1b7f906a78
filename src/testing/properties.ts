import { AssertionError } from "node:assert";
import type * as FastCheck from "fast-check";
import type { Code } from "../contract/code.js";
import { completeCode } from "./complete-code.js";
import { useOf } from "./fuzz/code-use.js";
import { fuzz, type FuzzReport } from "./fuzz/fuzz.js";
import { fuzzSpaces, type Invariants } from "./fuzz/fuzz-state.js";
import { valuesOfParameter } from "./fuzz/generators.js";
import { toPlain, type Plain } from "./plain.js";
import { testSeed } from "./seed.js";
import { testWatch } from "./watch.js";

export interface PropertySettings {
  /** What must hold after every accepted call, by name. */
  readonly invariants?: Invariants;
  /** The contracts that may create value, such as one that mints for anyone. */
  readonly mints?: readonly Code[];
  /** Sequences of calls that are tried. Default: 1000. */
  readonly runs?: number;
  /** Default: that of `code test --seed`, otherwise a new one. */
  readonly seed?: number;
}

const DEFAULT_RUNS = 1000;

/**
 * Asserts that generated sequences of calls by several accounts break neither a general rule (docs/testing.md) nor an
 * invariant. The failure tells the shortest sequence, and the seed that repeats it. Returns what was tried.
 */
export async function assertProperties(
  codes: readonly Code[],
  { invariants = {}, mints = [], runs = DEFAULT_RUNS, seed = testSeed() }: PropertySettings = {},
): Promise<FuzzReport> {
  const spaces = fuzzSpaces();
  const { chain, mostRuns = runs } = testWatch();
  const texts = codes.map((code) => completeCode(chain.replaced?.(code) ?? code, spaces).text);
  const names = mints.flatMap(({ name }) => (name === null ? [] : [name]));
  const report = await fuzz(texts, { runs: Math.min(runs, mostRuns), seed, invariants, mints: names });
  if (report.findings.length === 0) return report;
  const stories = report.findings.map(
    ({ contract, sentence, story }) =>
      `${contract}: ${sentence}\n${story.map((line) => `  ${line}\n`).join("")}`,
  );
  const message = `${stories.join("")}Repeat it with the seed ${seed}.`;
  throw new AssertionError({ message, actual: report.findings, expected: [], operator: "deepStrictEqual" });
}

/** fast-check, and arbitraries for the calls of contracts. */
export interface Generators {
  readonly fc: typeof FastCheck;
  /**
   * The parameters of a call of a code, edge values first. Addresses are among those given. The values fit `chain.send`.
   */
  readonly parametersOf: (
    code: Code,
    addresses: readonly string[],
  ) => FastCheck.Arbitrary<Readonly<Record<string, Plain | undefined>>>;
}

/** Loads fast-check, for properties of your own. */
export async function generators(): Promise<Generators> {
  const fc = await import("fast-check");
  return {
    fc,
    parametersOf(code, addresses) {
      const { method } = completeCode(code, fuzzSpaces());
      const use = useOf(method);
      const values = (method.parameters ?? []).map((definition) => [
        definition.name,
        valuesOfParameter(fc, { definition, use, addresses }).map((value) =>
          value === undefined ? undefined : toPlain(value),
        ),
      ]);
      return fc.record(Object.fromEntries(values) as Record<string, FastCheck.Arbitrary<Plain | undefined>>);
    },
  };
}
