import { positional, option, type Command, type Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { shownText } from "../../src/codec/shown-text.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { HEIGHT, listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import type { RulesNumber } from "../../src/records/rules.js";
import type { FuzzReport } from "../../src/testing/fuzz/fuzz.js";
import type { FuzzState } from "../../src/testing/fuzz/fuzz-state.js";
import type { Expectations } from "../../src/testing/fuzz/player.js";
import type { AttributeKinds } from "../../src/testing/fuzz/world.js";
import { freshSeed, MOST_SEED } from "../../src/testing/seed.js";
import { ruleSetAtHand, RULES_OPTION } from "./code-check.js";
import { completeSource, importModule, readCodeFile, type CodeSource } from "./code-files.js";
import * as errors from "./errors.js";

const DEFAULT_RUNS = 2000;
const MOST_RUNS = 10_000_000;

export const command: Command = {
  summary: "look for calls of contracts that should not be possible",
  description: [
    "Calls the contracts of the files in generated sequences, by several accounts, on generated start states; parameters come from their definitions, edge values first. Reports each call that breaks a rule, with the shortest way to it. The same seed finds the same.",
    "Three rules hold without an invariant. value: no value comes from nothing; an amount is a cell that is written as a sum of its own value and others. stranger: a call by an address that neither the code nor the state names changes no cell of another, unless a condition depends on the sender. machine: a call whose conditions hold does not make the machine fail.",
    "A module with invariants exports functions that take the state; each must hold after every accepted call (docs/testing.md).",
    "The exit code is 1 when something is found.",
  ],
  arguments: [positional("<file...>", "file with code, JSON or a module")],
  options: [
    option("--invariant <file>", "module that exports invariants; may be repeated", {
      isRepeatable: true,
      default: "none",
    }),
    option("--never-accepted <name>", "contract of which no call need be accepted; may be repeated", {
      isRepeatable: true,
      default: "none",
    }),
    option("--runs <count>", "sequences of calls that are tried", DEFAULT_RUNS),
    option("--seed <number>", "seed of the sequences, to repeat a run", "a new one each time"),
    RULES_OPTION,
  ],
  examples: ["chainnode code fuzz token.ts", "chainnode code fuzz token.ts --invariant supply.ts --seed 7"],
  result: objectOf({
    seed: HEIGHT,
    rules: HEIGHT,
    calls: HEIGHT,
    runs: HEIGHT,
    accepted: listOf(objectOf({ contract: TEXT, calls: HEIGHT })),
    refused: listOf(objectOf({ contract: TEXT, calls: HEIGHT })),
    never_accepted: listOf(TEXT),
    findings: listOf(objectOf({ rule: TEXT, contract: TEXT, sentence: TEXT, story: listOf(TEXT) })),
  }),
  run: async (context, input) => {
    const { fuzz } = await import("../../src/testing/fuzz/fuzz.js");
    const sources = await completedSources(context, input.rest("file"));
    const seed = input.integer("seed", 0, MOST_SEED) ?? freshSeed();
    const runs = input.integer("runs", 1, MOST_RUNS) ?? DEFAULT_RUNS;
    context.note(`seed ${seed}`);
    const { number: rules } = await ruleSetAtHand(context, input);
    const promised = await readPromises(input);
    const report = await fuzz(
      sources.map(({ text }) => text),
      {
        ...promised,
        maps: sources.map(({ places }) => places),
        runs,
        seed,
        neverAccepted: input.options("never-accepted"),
        rules,
      },
    );
    return outcomeOf(context, report, rules);
  },
};

type Promised = Pick<Expectations, "invariants" | "conserves"> & { readonly attributes?: AttributeKinds };

/** What the modules export, by name. Throws `CODE_MODULE`, and `INVARIANT_MISSING` for a file without any. */
async function readPromises(input: Input): Promise<Promised> {
  const invariants: Record<string, (state: FuzzState) => unknown> = {};
  const named: { conserves?: (state: FuzzState) => unknown; attributes?: AttributeKinds } = {};
  for (const file of input.options("invariant")) {
    const { conserves, attributes, ...others } = await importModule(file);
    const functions = Object.entries(others).filter(
      (entry): entry is [string, (state: FuzzState) => unknown] => typeof entry[1] === "function",
    );
    if (typeof conserves === "function") named.conserves = conserves as (state: FuzzState) => unknown;
    if (typeof attributes === "object") named.attributes = attributes as AttributeKinds;
    if (functions.length === 0 && conserves === undefined && attributes === undefined)
      throw errors.invariantMissing({ file });
    Object.assign(invariants, Object.fromEntries(functions));
  }
  return { invariants, ...named };
}

function outcomeOf(
  { note }: Context,
  { seed, runs, calls, accepted, refused, neverAccepted, findings }: FuzzReport,
  rules: RulesNumber,
): Outcome {
  for (const [contract, count] of accepted)
    note(`${shownText(contract)}: ${count} accepted, ${refused.get(contract)} refused`);
  const countsOf = (counts: ReadonlyMap<string, number>): readonly Value[] =>
    Array.from(counts, ([contract, count]) => objectToValue({ contract, calls: BigInt(count) }));
  const data = objectToValue({
    seed: BigInt(seed),
    rules: BigInt(rules),
    calls: BigInt(calls),
    runs: BigInt(runs),
    accepted: countsOf(accepted),
    refused: countsOf(refused),
    never_accepted: [...neverAccepted],
    findings: findings.map(({ rule, contract, sentence, story }) =>
      objectToValue({ rule, contract, sentence, story: [...story] }),
    ),
  });
  const text = findings
    .map(
      ({ rule, contract, sentence, story }) =>
        `${shownText(`${contract}: ${sentence} (${rule})`)}\n${story.map((line) => `  ${shownText(line)}\n`).join("")}`,
    )
    .join("");
  const total = `${findings.length} found in ${calls} calls by rules ${rules}\n`;
  const [never] = neverAccepted;
  const failure =
    findings.length > 0
      ? errors.fuzzFound({ found: findings.length, seed })
      : never === undefined
        ? null
        : errors.fuzzNeverAccepted({ contract: never });
  return { data, text: () => text + total, ...(failure && { failure }) };
}

/** The codes of files as a development chain would hold them. Throws as `readCodeFile` does. */
async function completedSources(context: Context, files: readonly string[]): Promise<readonly CodeSource[]> {
  const { fuzzSpaces } = await import("../../src/testing/fuzz/fuzz-state.js");
  const { rootSpace: space, publisher: writer } = fuzzSpaces();
  const sources = await Promise.all(files.map((file) => readCodeFile(file, context)));
  return sources.flat().map((source) => completeSource(source, { writer, space }));
}
