import type { Asker, Completer } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Prompter } from "../../src/cli/terminal/prompter.js";
import { SYSTEM_CONTRACTS } from "../../src/records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../../src/records/operations/system-requests.js";
import type { CodeKind } from "../../src/records/code.js";
import type { Parameter } from "../../src/records/parameter.js";
import { listCodes, type RegisteredCode } from "./codes.js";

/** Asking for and completing what can be called: the system's own, and what is registered on the chain. */

export const completeContracts: Completer = async (context) => namesOf(await callables(context, "contract"));
export const completeRequests: Completer = async (context) => namesOf(await callables(context, "request"));
export const completeContractParameters = parameterCompleter("contract");
export const completeRequestParameters = parameterCompleter("request");
export const askContract = callableAsker("contract");
export const askRequest = callableAsker("request");
export const askContractParameters = parameterAsker("contract");
export const askRequestParameters = parameterAsker("request");

/** What asking and completing need of a parameter. */
type CallableParameter = Pick<Parameter, "name" | "maxlength" | "requirements" | "type">;

interface Callable {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly CallableParameter[];
}

async function callables(context: Context, kind: CodeKind): Promise<readonly Callable[]> {
  const registered = (await listCodes(context)).filter(({ method }) => method.kind === kind);
  return [...systemCallables(kind), ...registered.map(codeToCallable)];
}

function systemCallables(kind: CodeKind): readonly Callable[] {
  const system = kind === "contract" ? SYSTEM_CONTRACTS : SYSTEM_REQUESTS;
  return [...system.values()].map(({ type, summary, parameters }) => ({ name: type, summary, parameters }));
}

function codeToCallable({ method }: RegisteredCode): Callable {
  const { name, version, writer, parameters } = method;
  return { name, summary: `Version ${version}, by ${writer}.`, parameters: parameters ?? [] };
}

function namesOf(all: readonly Callable[]): readonly string[] {
  return [...new Set(all.map(({ name }) => name))];
}

/** The parameters of the callable that the line names already, without those that have a value. */
async function openParameters(
  context: Context,
  kind: CodeKind,
  type: string | undefined,
  given: readonly string[],
): Promise<readonly CallableParameter[]> {
  const parameters = (await callables(context, kind)).find(({ name }) => name === type)?.parameters ?? [];
  return parameters.filter(
    ({ name }) => !given.some((word) => word.startsWith(`${name}=`) || word.startsWith(`${name}:=`)),
  );
}

function parameterCompleter(kind: CodeKind): Completer {
  return async (context, before) => {
    const open = await openParameters(
      context,
      kind,
      before.optionalArgument("type"),
      before.rest("parameter"),
    );
    return open.map(({ name }) => `${name}=`);
  };
}

function callableAsker(kind: CodeKind): Asker {
  return async (context, _input, prompter) => {
    const all = await callables(context, kind);
    const choices = all.map(({ name, summary }) => ({ value: name, description: summary }));
    return [await prompter.choose(`Which ${kind}?`, choices)];
  };
}

/** Asks for the required parameters that are missing, unless a file or stdin may hold them. */
function parameterAsker(kind: CodeKind): Asker {
  return async (context, input, prompter) => {
    const given = input.rest("parameter");
    const type = input.optionalArgument("type") ?? "-";
    if ([type, ...given].some((word) => word === "-" || word.startsWith("@"))) return [];
    const open = await openParameters(context, kind, type, given);
    const words: string[] = [];
    for (const parameter of open.filter(({ requirements }) => requirements)) {
      words.push(await askParameter(parameter, prompter));
    }
    return words;
  };
}

async function askParameter(
  { name, type, maxlength }: CallableParameter,
  prompter: Prompter,
): Promise<string> {
  const answer = await prompter.text(`${name} (${type ?? "any type"}, at most ${maxlength} bytes)`);
  return type === "string" ? `${name}=${answer}` : `${name}:=${answer}`;
}
