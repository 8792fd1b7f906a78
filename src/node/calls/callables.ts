import { ZERO_ADDRESS } from "../../codec/address.js";
import { cidOf, type CodeKind } from "../../records/code.js";
import type { OperationParameter } from "../../records/operations/operation.js";
import { SYSTEM_CONTRACTS } from "../../records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../../records/operations/system-requests.js";
import type { Parameter } from "../../records/parameter.js";
import { addressParameters, amountParameters } from "../../vm/parameter-use.js";
import type { ReadableCode } from "../../records/stored-code.js";
import type { Call } from "./call.js";

/** What a transaction or request can call: the system's own, or what is registered on the chain. */
export interface Callable {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly CallableParameter[];
  /** The parameters that are addresses: a person may give the name of a key. */
  readonly addresses: readonly string[];
  /** The parameters that are amounts of coins, in units. */
  readonly amounts: readonly string[];
  /** Undefined for the system's own. */
  readonly version?: string;
  /** The id of the space of a code that is not the network's own: a call must name it. */
  readonly cid?: string;
}

/** What asking and completing need of a parameter. */
export type CallableParameter = Pick<Parameter, "name" | "maxlength" | "requirements" | "type">;

/** Those of one kind, or all of them, contracts before requests: the system's own before those that are registered. */
export function callablesOf(
  codes: readonly Pick<ReadableCode, "method">[],
  kind: CodeKind | undefined,
): readonly Callable[] {
  const registered = codes.filter(({ method }) => kind === undefined || method.kind === kind);
  return [...systemCallables(kind), ...registered.map(codeToCallable)];
}

/**
 * What a call means, undefined when there is nothing of the name: what is in the space that it names, or the network's
 * own, before what is in another space.
 */
export function chooseCallable(
  callables: readonly Callable[],
  { type, cid }: Pick<Call, "type" | "cid">,
): Callable | undefined {
  const named = callables.filter(({ name }) => name === type);
  return (
    named.find((callable) => cid !== undefined && callable.cid === cid) ??
    named.find((callable) => callable.cid === undefined) ??
    named[0]
  );
}

export function systemCallables(kind: CodeKind | undefined): readonly Callable[] {
  const contracts = kind === "request" ? [] : [...SYSTEM_CONTRACTS.values()];
  const requests = kind === "contract" ? [] : [...SYSTEM_REQUESTS.values()];
  return [...contracts, ...requests].map(({ type, summary, parameters }) => ({
    name: type,
    summary,
    parameters,
    addresses: parameters.filter(isAddressParameter).map(({ name }) => name),
    amounts: [],
  }));
}

function isAddressParameter({ isAddress = false }: OperationParameter): boolean {
  return isAddress;
}

function codeToCallable({ method }: Pick<ReadableCode, "method">): Callable {
  const { name, version, writer, parameters } = method;
  const isOwn = writer === ZERO_ADDRESS;
  return {
    name,
    summary: `Version ${version}, by ${writer}.`,
    version,
    parameters: parameters ?? [],
    addresses: addressParameters(method),
    amounts: isOwn ? amountParameters(method) : [],
    ...(isOwn ? {} : { cid: cidOf(method) }),
  };
}
