import type { Context } from "../../../src/cli/context.js";
import { ZERO_ADDRESS } from "../../../src/codec/address.js";
import { cidOf, type CodeKind } from "../../../src/records/code.js";
import { SYSTEM_CONTRACTS } from "../../../src/records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../../../src/records/operations/system-requests.js";
import type { Parameter } from "../../../src/records/parameter.js";
import type { RegisteredCode } from "../../../src/client/registered-codes.js";
import type { Call } from "./call.js";
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

/** Those of one kind, or all of them, contracts before requests. */
export async function listCallables(
  context: Context,
  kind: CodeKind | undefined,
): Promise<readonly Callable[]> {
  const codes = await listCodes(context);
  const registered = codes.filter(({ method }) => kind === undefined || method.kind === kind);
  return [...systemCallables(kind), ...registered.map(codeToCallable)];
}

/**
 * What a call means, undefined when there is nothing of the name: what is in the space that it names, or the network's
 * own, before what is in another space. The chain is asked for what is not the system's own.
 */
export async function findCallable(
  context: Context,
  { kind, type, cid }: Pick<Call, "kind" | "type" | "cid">,
): Promise<Callable | undefined> {
  const isMeant = ({ name }: Callable): boolean => name === type;
  const system = systemCallables(kind).find(isMeant);
  if (system !== undefined) return system;
  const named = (await listCallables(context, kind)).filter(isMeant);
  return (
    named.find((callable) => cid !== undefined && callable.cid === cid) ??
    named.find((callable) => callable.cid === undefined) ??
    named[0]
  );
}

function systemCallables(kind: CodeKind | undefined): readonly Callable[] {
  const contracts = kind === "request" ? [] : [...SYSTEM_CONTRACTS.values()];
  const requests = kind === "contract" ? [] : [...SYSTEM_REQUESTS.values()];
  return [...contracts, ...requests].map(({ type, summary, parameters }) => ({
    name: type,
    summary,
    parameters,
  }));
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
