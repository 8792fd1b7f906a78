import { ZERO_ADDRESS } from "../codec/address.js";
import { cidOf } from "../records/code.js";
import type { CodeKind } from "../records/code-layout.js";
import { SYSTEM_CONTRACTS } from "../records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../records/operations/system-requests.js";
import type { ParameterDefinition } from "../records/parameter.js";
import { parameterUse, type ParameterUse } from "../records/parameter-use.js";
import type { ReadableCode } from "../records/stored-code.js";
import type { SignedTransaction } from "../records/transaction.js";
import { ChainError, type ErrorKind } from "../codec/chain-error.js";

/** A call of registered code, with the names that a user may mistype. */
export interface CodeCall {
  /** Undefined: the contract of that name, or the request when there is no contract. */
  readonly kind: CodeKind | undefined;
  readonly type: string;
  /** The id of the space, when the call names one. */
  readonly cid: string | undefined;
  readonly parameters: readonly string[];
}

/** Members that no code defines: the command adds them (PROTOCOL 5.1) or the node computes them (PROTOCOL 7.17, 14.1). */
const IMPLICIT: ReadonlySet<string> = new Set([
  "type",
  "timestamp",
  "cid",
  "from",
  "network",
  "hash",
  "size",
  "version",
]);

export function unknownParameters({ parameters }: CodeCall, known: readonly string[]): readonly string[] {
  return parameters.filter((name) => !known.includes(name) && !IMPLICIT.has(name));
}

export function callOf({ type, cid, transaction }: SignedTransaction): CodeCall {
  return { kind: "contract", type, cid: cid ?? undefined, parameters: [...transaction.keys()] };
}

/** A contract or request that can be called: of the system, or registered on the chain. */
export interface Callable extends ParameterUse {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly CallableParameter[];
  /** Undefined for system contracts and requests. */
  readonly version?: string;
  readonly space?: string;
  /** The id of a space that a call must name: every space but the network's own. */
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

/** What a call means: in the space that it names, else in the network's own, else in any; undefined without any. */
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

function systemCallables(kind: CodeKind | undefined): readonly Callable[] {
  const contracts = kind === "request" ? [] : [...SYSTEM_CONTRACTS.values()];
  const requests = kind === "contract" ? [] : [...SYSTEM_REQUESTS.values()];
  return [...contracts, ...requests].map(({ type, summary, parameters }) => ({
    name: type,
    summary,
    parameters,
    addresses: parameters.filter(({ isAddress }) => isAddress === true).map(({ name }) => name),
    amounts: [],
  }));
}

function codeToCallable({ method }: Pick<ReadableCode, "method">): Callable {
  const { name, version, writer, parameters } = method;
  const isOwn = writer === ZERO_ADDRESS;
  return {
    name,
    summary: `Version ${version}, by ${writer}.`,
    version,
    parameters: parameters ?? [],
    ...parameterUse(method),
    space: cidOf(method),
    ...(isOwn ? {} : { cid: cidOf(method) }),
  };
}

export type ListCodes = () => Promise<readonly ReadableCode[]>;

export type NamedCall = Pick<CodeCall, "kind" | "type" | "cid">;

export async function listCallables(
  codes: ListCodes,
  kind: CodeKind | undefined,
): Promise<readonly Callable[]> {
  return callablesOf(await codes(), kind);
}

/** The code that a call names, or undefined. The chain is asked unless it is a system code. */
export async function findCallable(codes: ListCodes, call: NamedCall): Promise<Callable | undefined> {
  const { kind, type } = call;
  const system = systemCallables(kind).find(({ name }) => name === type);
  return system ?? chooseCallable(await listCallables(codes, kind), call);
}

const UNANSWERED: ReadonlySet<ErrorKind> = new Set(["unreachable", "unavailable", "busy"]);

/** Whether a failure means that no node answered. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ChainError && UNANSWERED.has(error.kind);
}
