import type { ArgumentSpec, Asker, Completer } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import { parameterName } from "../../src/cli/input/parameters.js";
import type { Prompter } from "../../src/cli/terminal/prompter.js";
import type { CodeKind } from "../../src/records/code.js";
import { findCallable, listCallables, type CallableParameter } from "./callables.js";

/**
 * The arguments `<type> [parameter…]` of a command that calls something: both complete and are asked for from the
 * chain.
 */
export function callableArguments(kind: CodeKind, description: string): readonly ArgumentSpec[] {
  return [
    {
      name: "type",
      description,
      isRequired: true,
      complete: typeCompleter(kind),
      ask: typeAsker(kind),
    },
    {
      name: "parameter",
      description: `the ${kind}'s parameters, as in chainnode help parameters`,
      isVariadic: true,
      complete: parameterCompleter(kind),
      ask: parameterAsker(kind),
    },
  ];
}

function typeCompleter(kind: CodeKind): Completer {
  return async (context) => [...new Set((await listCallables(context, kind)).map(({ name }) => name))];
}

function typeAsker(kind: CodeKind): Asker {
  return async (context, _input, prompter) => {
    const all = await listCallables(context, kind);
    const choices = all.map(({ name, summary }) => ({ value: name, description: summary }));
    return [await prompter.choose(`Which ${kind}?`, choices)];
  };
}

function parameterCompleter(kind: CodeKind): Completer {
  return async (context, before) => {
    const open = await openParameters(context, kind, before.argument("type"), before.rest("parameter"));
    return open.map(({ name }) => `${name}=`);
  };
}

/** Asks for the required parameters that are missing, unless a file or stdin may hold them. */
function parameterAsker(kind: CodeKind): Asker {
  return async (context, input, prompter) => {
    const given = input.rest("parameter");
    const type = input.argument("type");
    if ([type, ...given].some((word) => word === "-" || word.startsWith("@"))) return [];
    const open = await openParameters(context, kind, type, given);
    const words: string[] = [];
    for (const parameter of open.filter(({ requirements }) => requirements)) {
      words.push(await askParameter(parameter, prompter));
    }
    return words;
  };
}

/** The parameters of a callable without those that have a value. */
async function openParameters(
  context: Context,
  kind: CodeKind,
  type: string,
  given: readonly string[],
): Promise<readonly CallableParameter[]> {
  const named = new Set(given.map(parameterName));
  const parameters = (await findCallable(context, kind, type))?.parameters ?? [];
  return parameters.filter(({ name }) => !named.has(name));
}

async function askParameter(
  { name, type, maxlength }: CallableParameter,
  prompter: Prompter,
): Promise<string> {
  const answer = await prompter.text(`${name} (${type ?? "any type"}, at most ${maxlength} bytes)`);
  return type === "string" ? `${name}=${answer}` : `${name}:=${answer}`;
}
