import { ZERO_ADDRESS } from "../codec/address.js";
import { cidOf } from "../records/code.js";
import type { CodeKind } from "../records/code-layout.js";
import type { OperationParameter } from "../records/operations/operation.js";
import { SYSTEM_CONTRACTS } from "../records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../records/operations/system-requests.js";
import type { ParameterDefinition } from "../records/parameter.js";
import { addressParameters, amountParameters } from "../vm/parameter-use.js";
import type { ReadableCode } from "../records/stored-code.js";
import type { CodeCall } from "./call.js";

/** A contract or request that can be called: of the system, or registered on the chain. */
export interface Callable {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly CallableParameter[];
  /** The parameters that are addresses: a user may give the name of a key instead. */
  readonly addresses: readonly string[];
  /** The parameters that are amounts of coins, in units. */
  readonly amounts: readonly string[];
  /** Undefined for system contracts and requests. */
  readonly version?: string;
  /** The id of a space other than the network's own: a call must name it. */
  readonly cid?: string;
}

/** The part of a parameter that prompts and completion use. */
export type CallableParameter = Pick<ParameterDefinition, "name" | "maxlength" | "requirements" | "type">;

/** Lists what can be called, of one kind or of both: the system's own (contracts first), then the registered codes. */
export function callablesOf(
  codes: readonly Pick<ReadableCode, "method">[],
  kind: CodeKind | undefined,
): readonly Callable[] {
  const registered = codes.filter(({ method }) => kind === undefined || method.kind === kind);
  return [...systemCallables(kind), ...registered.map(codeToCallable)];
}

/**
 * Finds what a call means, undefined when there is nothing of that name. The space that the call names comes first,
 * then the network's own, then any other.
 */
export function chooseCallable(
  callables: readonly Callable[],
  { type, cid }: Pick<CodeCall, "type" | "cid">,
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
