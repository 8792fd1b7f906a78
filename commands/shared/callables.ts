import type { Context } from "../../src/cli/context.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { cidOf, type CodeKind } from "../../src/records/code.js";
import { SYSTEM_CONTRACTS } from "../../src/records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../../src/records/operations/system-requests.js";
import type { Parameter } from "../../src/records/parameter.js";
import type { RegisteredCode } from "../../src/client/registered-codes.js";
import { listCodes } from "./codes.js";

/** What a transaction or request can call: the system's own, or what is registered on the chain. */
export interface Callable {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly CallableParameter[];
  /** Of a code in the space of its writer, who must be named to call it; none for the network's own. */
  readonly cid?: string;
}

/** What asking and completing need of a parameter. */
export type CallableParameter = Pick<Parameter, "name" | "maxlength" | "requirements" | "type">;

export async function listCallables(context: Context, kind: CodeKind): Promise<readonly Callable[]> {
  const registered = (await listCodes(context)).filter(({ method }) => method.kind === kind);
  return [...systemCallables(kind), ...registered.map(codeToCallable)];
}

/** A callable by name, undefined when there is none; the chain is asked for what is not the system's own. */
export async function findCallable(
  context: Context,
  kind: CodeKind,
  type: string,
): Promise<Callable | undefined> {
  const isMeant = ({ name }: Callable): boolean => name === type;
  return systemCallables(kind).find(isMeant) ?? (await listCallables(context, kind)).find(isMeant);
}

function systemCallables(kind: CodeKind): readonly Callable[] {
  const system = kind === "contract" ? SYSTEM_CONTRACTS : SYSTEM_REQUESTS;
  return [...system.values()].map(({ type, summary, parameters }) => ({ name: type, summary, parameters }));
}

function codeToCallable({ method }: RegisteredCode): Callable {
  const { name, version, writer, parameters } = method;
  return {
    name,
    summary: `Version ${version}, by ${writer}.`,
    parameters: parameters ?? [],
    ...(writer === ZERO_ADDRESS ? {} : { cid: cidOf(method) }),
  };
}
