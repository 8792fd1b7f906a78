import {
  positional,
  option,
  type ArgumentSpec,
  type Asker,
  type Completer,
  type Context,
  type OptionSpec,
} from "../src/cli/command.js";
import { parameterName, type GivenParameters } from "../src/cli/input/parameters.js";
import type { Input } from "../src/cli/input/input.js";
import type { Prompter } from "../src/cli/terminal/prompter.js";
import { ZERO_ADDRESS } from "../src/codec/address.js";
import { NO_USE, type ParameterUse } from "../src/records/parameter-use.js";
import { NAME_WIDTH } from "../src/cli/output/view.js";
import { shownText } from "../src/codec/shown-text.js";
import type { Value } from "../src/codec/value.js";
import type { CodeKind } from "../src/records/code-layout.js";
import { LITERAL_OPTION } from "./options.js";
import { offered } from "./completers.js";
import { namesByAddress } from "./keys.js";
import {
  type CodeCall,
  unknownParameters,
  type CallableParameter,
  findCallable,
  isUnanswered,
  listCallables,
  type ListCodes,
} from "../src/actions/callables.js";
import { spaceName } from "../src/actions/spaces.js";

type Arguments = readonly [type: ArgumentSpec, parameters: ArgumentSpec];

/** `<type> [parameter…]` of a command that calls a code, of one kind or of either, completed from the chain. */
export function callableArguments(kind: CodeKind | undefined, description: string): Arguments {
  const type = positional("<type>", description, { complete: completeTypes(kind) });
  const parameters = positional(
    "[parameter...]",
    `parameters of the ${kind ?? "code"}: see chainnode help parameters`,
    { complete: offered(parameterCompleter(kind)) },
  );
  return [type, parameters];
}

/** Like `callableArguments`, with prompts for missing values, which read the chain too. */
export function askedArguments(kind: CodeKind, description: string): Arguments {
  const [type, parameters] = callableArguments(kind, description);
  return [
    { ...type, ask: typeAsker(kind) },
    { ...parameters, ask: parameterAsker(kind) },
  ];
}

export function cidOption(kind: CodeKind | "code"): OptionSpec {
  return option("--cid <space>", `space of the ${kind}: its writer and name, as alice/art, or its cid`, {
    default: "the network's own space",
    complete: completeSpaces,
  });
}

export const completeSpaces = offered(async (context) => {
  const names = await namesByAddress(context);
  const methods = (await context.workspace.readableCodes()).map(({ method }) => method);
  const spaces = methods.filter(({ writer }) => writer !== ZERO_ADDRESS);
  return [...new Set(spaces.map((method) => spaceName(method, names)))];
});

/** The cid that `--cid` names, among these codes; default: those of the chain. Throws as `resolveCid` does. */
export async function readCid(
  context: Context,
  input: Input,
  codes: ListCodes = context.workspace.readableCodes,
): Promise<string | undefined> {
  const word = input.option("cid");
  if (word === undefined) return undefined;
  const { resolveCid } = await import("../src/actions/spaces.js");
  return resolveCid(word, { keys: await context.workspace.keys(), codes });
}

export function completeTypes(kind: CodeKind | undefined): Completer {
  return offered(async (context) => [
    ...new Set((await listCallables(context.workspace.readableCodes, kind)).map(({ name }) => name)),
  ]);
}

function typeAsker(kind: CodeKind): Asker {
  return async (context, _input, prompter) => {
    const all = await listCallables(context.workspace.readableCodes, kind);
    const choices = all
      .filter(({ name }) => shownText(name, NAME_WIDTH) === name)
      .map(({ name, summary }) => ({ value: name, description: shownText(summary, NAME_WIDTH) }));
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

async function findParameters(
  context: Context,
  kind: CodeKind | undefined,
  input: Input,
): Promise<{ readonly call: CodeCall; readonly parameters: readonly CallableParameter[] }> {
  const given = input.rest("parameter").map(parameterName);
  const call: CodeCall = {
    kind,
    type: input.argument("type"),
    cid: await readCid(context, input),
    parameters: given.filter((name) => name !== undefined),
  };
  return { call, parameters: (await findCallable(context.workspace.readableCodes, call))?.parameters ?? [] };
}

async function askParameter(
  { name, type, maxlength }: CallableParameter,
  prompter: Prompter,
): Promise<string> {
  const answer = await prompter.text(
    `${shownText(name, NAME_WIDTH)} (${type ?? "any type"}, at most ${maxlength} bytes)`,
  );
  return type === "string" ? `${name}=${answer}` : `${name}:=${answer}`;
}

/** Parameters as they were typed, and which of them are addresses. */
interface TypedParameters extends GivenParameters {
  readonly use: ParameterUse | undefined;
  /** Whether the zero address is refused; see `NamedKeys.resolve`. */
  readonly refusesZero?: boolean;
}

/** Replaces names of keys by addresses, but not in JSON or with `--raw`. Throws as `resolveParameters` does. */
export async function callParameters(
  context: Context,
  input: Input,
  { values, texts, use = NO_USE, refusesZero = false }: TypedParameters,
): Promise<ReadonlyMap<string, Value>> {
  if (input.flag(LITERAL_OPTION.name)) return values;
  const open = { ...use, addresses: use.addresses.filter((name) => texts.has(name)) };
  const { resolveParameters } = await import("../src/actions/resolve-addresses.js");
  return resolveParameters(values, open, {
    keys: await context.workspace.keys(),
    refusesZero,
    literally: (name) => `If the text itself is meant, write ${name}:='"…"' or --raw.`,
  });
}
