import { assertCalls } from "../../src/actions/check-expression.js";
import type { StateKind } from "../../src/codec/state-key.js";
import { positional, option, type Command, type Context, type OptionSpec } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { parseOperand, parseParameters } from "../../src/cli/input/parameters.js";
import { readJsonSource, readJsonLines } from "../../src/cli/input/source.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { valueToText } from "../../src/codec/text.js";
import { memberOf, type Value, type ValueMap } from "../../src/codec/value.js";
import type { CodeSpace } from "../../src/records/code.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { ANY } from "../../src/records/operations/json-schema.js";
import type { ImplicitValues, StateView } from "../../src/vm/machine.js";
import * as errors from "./errors.js";

const KINDS = ["universal", "local"] as const;

const CELL_OPTIONS: readonly OptionSpec[] = [
  option("--state <file>", "JSON file with state cells: {universal, local}", "no cells"),
  ...KINDS.map((kind) =>
    option(
      `--${kind} <json>`,
      `${kind} cells by state key, or by attribute and key; @file reads a file`,
      "no cells",
    ),
  ),
];

export const command: Command = {
  summary: "evaluate an expression without a node",
  description: [
    "Prints the value as JSON. The exit code is 1 when a condition does not hold or the expression fails, and 2 when a part of it is written as a call but is data, as with a mistyped operator. With --json, the result has the values of the condition pass and the execution pass: {both}, or {condition, execution} when they differ.",
    "The parameters from, hash and size set the values that a node would compute.",
    "With --fixture and --input it runs recorded entries, one per line: an expression {mode, expression_json}, or a program {mode, signed_data, parameters, executions, post_executions, universals, locals, hash}. The fixture gives their transaction and code.",
  ],
  arguments: [
    positional("[expression]", "expression as JSON; @file reads a file, - stdin", "--fixture and --input"),
  ],
  options: [
    option("--param <name=value>", "parameter: see chainnode help parameters; may be repeated", {
      default: "none",
      isRepeatable: true,
    }),
    ...CELL_OPTIONS,
    option("--writer <address>", "writer of the code", "the network"),
    option("--space <space>", "space of the code", "the root space of the public network"),
    option("--request", "evaluate it as part of a request; chain operators see an empty chain"),
    option("--fixture <file>", "fixture of the recording for --input", "none"),
    option("--input <file>", "recorded entries, one per line; - is stdin", "none"),
  ],
  examples: [
    `chainnode code eval '{"$precise_div":["1","3",10]}'`,
    `chainnode code eval '{"$load_param":["amount"]}' --param amount=5 --json`,
    `chainnode code eval '{"$read_universal":["balance","ab","0"]}' --universal '{"balance":{"ab":"7"}}'`,
    "# recorded entries",
    "chainnode code eval --fixture fixture.json --input entries.ndjson",
  ],
  result: ANY,
  async run(context, input) {
    const fixture = input.option("fixture");
    const entries = input.option("input");
    if (fixture !== undefined && entries !== undefined) return evaluateEntries(context, fixture, entries);
    if (fixture !== undefined || entries !== undefined) throw errors.optionPair();
    return evaluate(context, input);
  },
};

async function evaluate(context: Context, input: Input): Promise<Outcome> {
  const { evaluateExpression } = await import("../../src/vm/machine.js");
  const { evaluationsToValue, evaluationFailure, NO_CHAIN, valueLeft } =
    await import("../../src/replay/evaluation/evaluations.js");
  const isRequest = input.flag("request");
  const expression = await readExpression(context, input.argument("expression"));
  assertCalls(expression, isRequest ? "request" : "contract");
  const parameters = await parseParameters(input.options("param"), context.terminal);
  const place = {
    writer: input.option("writer") ?? ZERO_ADDRESS,
    space: input.option("space") ?? createNetwork(PUBLIC_NETWORK).rootSpace,
  };
  const evaluations = evaluateExpression(expression, {
    ...place,
    kind: isRequest ? "request" : "contract",
    parameters,
    implicit: isRequest ? null : implicitIn(parameters),
    state: await readCells(context, input, place),
    chain: NO_CHAIN,
  });
  const failure = evaluationFailure(evaluations);
  return {
    data: evaluationsToValue(evaluations),
    text: () => (failure === null ? `${valueToJson(valueLeft(evaluations))}\n` : ""),
    ...(failure === null ? {} : { failure }),
  };
}

async function readExpression({ terminal }: Context, word: string): Promise<Value> {
  return word === "-" ? readJsonSource(word, terminal) : parseOperand(`:=${word}`, terminal);
}

function implicitIn(parameters: ValueMap): ImplicitValues {
  const size = parameters.get("size") ?? 0n;
  if (typeof size !== "bigint") throw errors.size();
  return {
    from: valueToText(parameters.get("from") ?? ZERO_ADDRESS),
    hash: valueToText(parameters.get("hash") ?? ""),
    size: Number(size),
  };
}

async function* evaluateEntries(
  context: Context,
  fixtureFile: string,
  entriesFile: string,
): AsyncGenerator<Outcome, void, undefined> {
  const { evaluateEntry } = await import("../../src/replay/evaluation/evaluate-entry.js");
  const { readFixture } = await import("../../src/replay/evaluation/evaluate-entry.js");
  const fixture = readFixture(await readJsonSource(fixtureFile, context.terminal));
  for await (const entry of readJsonLines(entriesFile, context.terminal)) {
    const data = evaluateEntry(entry, fixture);
    yield { data, text: () => `${valueToJson(data)}\n` };
  }
}

/** The state that the options describe; all other cells are empty. Throws `STATE_CELLS`. */
async function readCells(context: Context, input: Input, place: CodeSpace): Promise<StateView> {
  const { readCellsOf } = await import("../../src/replay/trial/given-cells.js");
  const file = input.option("state");
  const state = file === undefined ? null : await readJsonSource(file, context.terminal);
  const cells = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
  for (const kind of KINDS) {
    const json = input.option(kind);
    const onLine = json === undefined ? null : await parseOperand(`:=${json}`, context.terminal);
    for (const given of [memberOf(state, kind) ?? null, onLine])
      for (const [cell, value] of readCellsOf(given, place)) cells[kind].set(cell, value);
  }
  return { read: (kind: StateKind, key: string) => cells[kind].get(key) };
}
