import type { ArgumentSpec, Asker, Completer } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import { parameterName } from "../../src/cli/input/parameters.js";
import type { Input } from "../../src/cli/input/input.js";
import type { Prompter } from "../../src/cli/terminal/prompter.js";
import { escapeControls } from "../../src/codec/escape-controls.js";
import type { CodeKind } from "../../src/records/code.js";
import { unknownParameters, type Call } from "../../src/node/calls/call.js";
import { isUnanswered } from "../shared/code/call-check.js";
import type { CallableParameter } from "../../src/node/calls/callables.js";
import { findCallable, listCallables } from "../shared/code/callables.js";
import { offered } from "../completers.js";

type Arguments = readonly [type: ArgumentSpec, parameters: ArgumentSpec];

/**
 * The arguments `<type> [parameter…]` of a command that calls a code, of one kind or of either. Both are completed
 * from the chain.
 */
export function callableArguments(kind: CodeKind | undefined, description: string): Arguments {
  const type = {
    name: "type",
    description,
    isRequired: true,
    complete: completeTypes(kind),
  };
  const parameters = {
    name: "parameter",
    description: `the ${kind ?? "code"}'s parameters, as in chainnode help parameters`,
    isVariadic: true,
    complete: offered(parameterCompleter(kind)),
  };
  return [type, parameters];
}

/** The same, with prompts for what is missing, which read the chain too. */
export function askedArguments(kind: CodeKind, description: string): Arguments {
  const [type, parameters] = callableArguments(kind, description);
  return [
    { ...type, ask: typeAsker(kind) },
    { ...parameters, ask: parameterAsker(kind) },
  ];
}

/** Offers the names of the codes that can be called. */
export function completeTypes(kind: CodeKind | undefined): Completer {
  return offered(async (context) => [
    ...new Set((await listCallables(context, kind)).map(({ name }) => name)),
  ]);
}

function typeAsker(kind: CodeKind): Asker {
  return async (context, _input, prompter) => {
    const all = await listCallables(context, kind);
    const choices = all
      .filter(({ name }) => escapeControls(name) === name)
      .map(({ name, summary }) => ({ value: name, description: escapeControls(summary) }));
    return [await prompter.choose(`Which ${kind}?`, choices)];
  };
}

function parameterCompleter(kind: CodeKind | undefined): Completer {
  return async (context, before) => {
    const { call, parameters } = await findParameters(context, kind, before);
    const open = parameters.filter(({ name }) => !call.parameters.includes(name));
    return open.map(({ name }) => `${name}=`);
  };
}

/**
 * Prompts for missing required parameters, unless a file or stdin may hold them, a given parameter is unknown and so
 * probably mistyped, or no node answers: a transaction can be signed without a node.
 */
function parameterAsker(kind: CodeKind): Asker {
  return async (context, input, prompter) => {
    const given = input.rest("parameter");
    if ([input.argument("type"), ...given].some((word) => word === "-" || word.startsWith("@"))) return [];
    const words: string[] = [];
    for (const parameter of await missingParameters(context, kind, input)) {
      words.push(await askParameter(parameter, prompter));
    }
    return words;
  };
}

async function missingParameters(
  context: Context,
  kind: CodeKind,
  input: Input,
): Promise<readonly CallableParameter[]> {
  try {
    const { call, parameters } = await findParameters(context, kind, input);
    const names = parameters.map(({ name }) => name);
    if (unknownParameters(call, names).length > 0) return [];
    return parameters.filter(({ name, requirements }) => requirements && !call.parameters.includes(name));
  } catch (error) {
    if (isUnanswered(error)) return [];
    throw error;
  }
}

/** The call as typed so far, and the parameters that it may have. */
async function findParameters(
  context: Context,
  kind: CodeKind | undefined,
  input: Input,
): Promise<{ readonly call: Call; readonly parameters: readonly CallableParameter[] }> {
  const given = input.rest("parameter").map(parameterName);
  const call: Call = {
    kind,
    type: input.argument("type"),
    cid: input.option("cid"),
    parameters: given.filter((name) => name !== undefined),
  };
  return { call, parameters: (await findCallable(context, call))?.parameters ?? [] };
}

async function askParameter(
  { name, type, maxlength }: CallableParameter,
  prompter: Prompter,
): Promise<string> {
  const answer = await prompter.text(
    `${escapeControls(name)} (${type ?? "any type"}, at most ${maxlength} bytes)`,
  );
  return type === "string" ? `${name}=${answer}` : `${name}:=${answer}`;
}
