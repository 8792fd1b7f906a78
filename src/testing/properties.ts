import { AssertionError } from "node:assert";
import type * as FastCheck from "fast-check";
import type { Code } from "../contract/code.js";
import type { RulesNumber } from "../records/rules.js";
import { completeCode } from "./complete-code.js";
import type { FuzzReport } from "./fuzz/fuzz.js";
import type { FuzzState, Invariants } from "./fuzz/fuzz-state.js";
import type { NamedAddress } from "./fuzz/generators.js";
import type { Scene } from "./fuzz/scene.js";
import type { AttributeKinds } from "./fuzz/world.js";
import { addressIn, toParameter, toParameters, toPlain, type Addressed, type Plain } from "./plain.js";
import { testSeed } from "./seed.js";
import { testRules } from "./test-rules.js";
import { testWatch } from "./watch.js";

export interface PropertySettings {
  /** What must hold after every accepted call, by name. */
  readonly invariants?: Invariants;
  /** A total that no call changes, but that of a contract which names who may call it. */
  readonly conserves?: (state: FuzzState) => unknown;
  /** What attributes are, by name, where the general rules take them for something else. */
  readonly attributes?: AttributeKinds;
  /** The contracts that are never accepted, and are meant to. Any other one fails the property then. */
  readonly neverAccepted?: readonly Code[];
  /** What every sequence begins with. By default the states at the start are generated. */
  readonly scene?: (stage: Stage) => PropertyScene;
  /** Sequences of calls that are tried. Default: 1000. */
  readonly runs?: number;
  /** Default: that of `code test --seed`, otherwise a new one. */
  readonly seed?: number;
  /** The rules of the network (PROTOCOL 16). Default: those of `code test`. */
  readonly rules?: RulesNumber;
}

/** The callers of generated sequences, and the time at which they begin. */
export interface Stage {
  readonly accounts: readonly NamedAddress[];
  /** In µs. */
  readonly timeUs: number;
}

/** Calls whose effects every sequence begins with, and values that parameters of a name often have. */
export interface PropertyScene {
  /** By default the first account sends. */
  readonly calls: readonly (readonly [
    code: Code,
    parameters?: Readonly<Record<string, unknown>>,
    from?: string | Addressed | undefined,
  ])[];
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
}

const DEFAULT_RUNS = 1000;

/** Loads the fuzzer on demand: most tests have no property, and each file runs in a process of its own. */
async function loadFuzz() {
  const { useOf } = await import("./fuzz/code-use.js");
  const { fuzz } = await import("./fuzz/fuzz.js");
  const { fuzzSpaces } = await import("./fuzz/fuzz-state.js");
  const { fuzzAccounts, START_US, valuesOfParameter } = await import("./fuzz/generators.js");
  return { useOf, fuzz, startUs: START_US, fuzzSpaces, fuzzAccounts, valuesOfParameter };
}

/**
 * Asserts that generated sequences of calls by several accounts break neither a general rule (docs/testing.md) nor an
 * invariant, and that each contract is accepted in some. The failure tells the shortest sequence, and the seed that repeats it. Returns what was tried. Throws
 * `SCENE_REFUSED`.
 */
export async function assertProperties(
  codes: readonly Code[],
  {
    invariants = {},
    conserves,
    attributes,
    neverAccepted = [],
    scene,
    runs = DEFAULT_RUNS,
    seed = testSeed(),
    rules = testRules(),
  }: PropertySettings = {},
): Promise<FuzzReport> {
  const { fuzz, fuzzSpaces, fuzzAccounts, startUs } = await loadFuzz();
  const spaces = fuzzSpaces();
  const stage = { accounts: fuzzAccounts(), timeUs: Number(startUs) };
  const { chain, mostRuns = runs } = testWatch();
  const textOf = (code: Code): string => completeCode(chain.replaced?.(code) ?? code, spaces).text;
  const report = await fuzz(codes.map(textOf), {
    runs: Math.min(runs, mostRuns),
    seed,
    invariants,
    conserves,
    attributes,
    maps: codes.map(({ places }) => places),
    neverAccepted: neverAccepted.flatMap(({ name }) => (name === null ? [] : [name])),
    rules,
    scene: scene && sceneOf(scene(stage), stage, textOf),
  });
  if (report.findings.length === 0 && report.neverAccepted.length === 0) return report;
  const stories = report.findings.map(
    ({ contract, sentence, story }) =>
      `${contract}: ${sentence}\n${story.map((line) => `  ${line}\n`).join("")}`,
  );
  const unused = report.neverAccepted.map(
    (name) =>
      `${name}: none of ${report.refused.get(name)} calls was accepted. A scene can lead to it; neverAccepted says that it is meant.\n`,
  );
  const message = `${[...stories, ...unused].join("")}Repeat it with the seed ${seed}.`;
  throw new AssertionError({ message, actual: report.findings, stackStartFn: assertProperties });
}

function sceneOf(
  { calls, values = {} }: PropertyScene,
  { accounts: [first] }: Stage,
  textOf: (code: Code) => string,
): Scene {
  return {
    calls: calls.map(([code, parameters = {}, from = first]) => ({
      code: textOf(code),
      from: addressIn(from ?? ""),
      parameters: toParameters(parameters),
    })),
    values: Object.fromEntries(
      Object.entries(values).map(([name, own]) => [name, own.map((value) => toParameter(value))]),
    ),
  };
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
  const { useOf, fuzzSpaces, valuesOfParameter } = await loadFuzz();
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
