import { ChainError, isRefusal, instead } from "../codec/chain-error.js";
import { nearestName, suggestion } from "../base/text/nearest-name.js";
import {
  unknownParameters,
  type CodeCall,
  type Callable,
  findCallable,
  isUnanswered,
  listCallables,
  type ListCodes,
  type NamedCall,
} from "./callables.js";
import { contractMissing, requestMissing } from "../records/errors.js";
import * as errors from "./errors.js";

/** The refusals of a call whose code is not in the space that it names. */
const MISSING: ReadonlySet<string> = new Set([contractMissing.code, requestMissing.code]);

/**
 * Finds the code that a call names. Refuses, before a password is asked for, a contract that the chain does not have
 * and a parameter that is probably mistyped, because the code would not read it. Throws `CONTRACT_UNKNOWN`,
 * `PARAMETER_UNKNOWN`, or the failure to reach a node. When the node does not list its codes, it decides; only the
 * codes that networks begin with are known then.
 */
export async function assertCall(codes: ListCodes, call: CodeCall): Promise<Callable | undefined> {
  const callables = await listed(codes, call);
  if (callables === null) return (await import("./preset-callables.js")).presetCallable(call);
  const callable = await findCallable(codes, call);
  const needsSpace = callable?.cid !== undefined && call.cid === undefined;
  // An unknown request is left to the node to refuse. An unknown contract is refused before a password is asked for.
  if (call.kind === "contract" && (callable === undefined || needsSpace)) {
    throw missingContract(call.type, callable, callables);
  }
  if (callable !== undefined) assertParameters(call, callable);
  return callable;
}

/** Like `findCallable`. When the node does not list its codes, only the codes that networks begin with are known. */
export async function findKnownCallable(codes: ListCodes, call: NamedCall): Promise<Callable | undefined> {
  try {
    return await findCallable(codes, call);
  } catch (error) {
    if (!(error instanceof ChainError) || isUnanswered(error)) throw error;
    const { presetCallable } = await import("./preset-callables.js");
    return presetCallable(call);
  }
}

/** Runs a call. When a mistyped name or a missing space explains a refusal, throws it again with that advice. */
export async function withSuggestion<T>(codes: ListCodes, call: CodeCall, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const advice = await compareNames(codes, call, error).catch(instead(undefined));
    throw advice === undefined ? error : error.with({ advice });
  }
}

/** Null when the node does not list its codes. */
async function listed(codes: ListCodes, { kind }: CodeCall): Promise<readonly Callable[] | null> {
  try {
    return await listCallables(codes, kind);
  } catch (error) {
    if (error instanceof ChainError && !isUnanswered(error)) return null;
    throw error;
  }
}

/** Refuses an unknown parameter that resembles a known one. Others are left to the code, which may read them. */
function assertParameters(call: CodeCall, { name, cid, parameters }: Callable): void {
  const known = parameters.map((parameter) => parameter.name);
  const open = known.filter((parameter) => !call.parameters.includes(parameter));
  for (const parameter of unknownParameters(call, known)) {
    const nearest = nearestName(parameter, open);
    if (nearest === undefined) continue;
    const code = cid === undefined ? name : `${name} --cid ${cid}`;
    throw errors.parameterUnknown({ name, parameter, code }, { nearest });
  }
}

function missingContract(
  type: string,
  callable: Callable | undefined,
  callables: readonly Callable[],
): ChainError {
  const advice = callable?.cid === undefined ? nearestOf(type, callables) : spaceAdvice(callable.cid);
  const unknown = errors.contractUnknown({ type });
  return advice === undefined ? unknown : unknown.with({ advice });
}

async function compareNames(
  codes: ListCodes,
  call: CodeCall,
  refusal: ChainError,
): Promise<string | undefined> {
  const { kind, type, cid } = call;
  const callable = await findCallable(codes, call);
  if (callable === undefined) return nearestOf(type, await listCallables(codes, kind));
  // A code that is registered and yet missing is in another space, even if the network's managers wrote it.
  const elsewhere = callable.cid ?? (MISSING.has(refusal.code) ? callable.space : undefined);
  if (elsewhere !== undefined && cid === undefined) return spaceAdvice(elsewhere);
  const known = callable.parameters.map(({ name }) => name);
  return unknownParameters(call, known)
    .map((name) => suggestion(name, known))
    .find((advice) => advice !== undefined);
}

function nearestOf(type: string, callables: readonly Callable[]): string | undefined {
  return suggestion(
    type,
    callables.map(({ name }) => name),
  );
}

function spaceAdvice(cid: string): string {
  return `The code is in another space: --cid ${cid}`;
}
