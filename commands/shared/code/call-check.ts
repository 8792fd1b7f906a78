import type { Context } from "../../../src/cli/context.js";
import { usageError } from "../../../src/cli/input/usage-error.js";
import { suggestion } from "../../../src/cli/suggest.js";
import { ChainError, type ErrorKind } from "../../../src/codec/chain-error.js";
import { unknownParameters, type Call } from "../../../src/node/calls/call.js";
import type { Callable } from "../../../src/node/calls/callables.js";
import { findCallable, listCallables } from "./callables.js";
import { spaceAdvice } from "./refusal.js";

/**
 * Finds the code that a call names. Refuses, before a password is asked for, a contract that the chain does not have
 * and a parameter that is probably mistyped, because the code would not read it. Throws `CONTRACT_MISSING`,
 * `PARAMETER_UNKNOWN`, or the failure to reach a node. When the node does not list its codes, it decides; only the
 * codes that networks begin with are known then.
 */
export async function assertCall(context: Context, call: Call): Promise<Callable | undefined> {
  const callables = await listed(context, call);
  if (callables === null) return knownCallable(call);
  const callable = await findCallable(context, call);
  const needsSpace = callable?.cid !== undefined && call.cid === undefined;
  // An unknown request is refused by the node: it needs no password.
  if (call.kind === "contract" && (callable === undefined || needsSpace)) {
    throw missingContract(call.type, callable, callables);
  }
  if (callable !== undefined) assertParameters(call, callable);
  return callable;
}

/** Finds the code that a call names among those that networks begin with. */
export async function knownCallable(call: Call): Promise<Callable | undefined> {
  const { presetCallable } = await import("../../../src/node/calls/preset-callables.js");
  return presetCallable(call);
}

const UNANSWERED: ReadonlySet<ErrorKind> = new Set(["unreachable", "unavailable", "busy"]);

/** Whether a failure means that no node answered. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ChainError && UNANSWERED.has(error.kind);
}

/** Null when the node does not list its codes. */
async function listed(context: Context, { kind }: Call): Promise<readonly Callable[] | null> {
  try {
    return await listCallables(context, kind);
  } catch (error) {
    if (error instanceof ChainError && !isUnanswered(error)) return null;
    throw error;
  }
}

/**
 * Refuses an unknown parameter that resembles a known one. Others are left to the code, which may read parameters
 * that it does not define.
 */
function assertParameters(call: Call, { name, parameters }: Callable): void {
  const known = parameters.map((parameter) => parameter.name);
  const open = known.filter((parameter) => !call.parameters.includes(parameter));
  for (const parameter of unknownParameters(call, known)) {
    const advice = suggestion(parameter, open);
    if (advice === undefined) continue;
    throw usageError("PARAMETER_UNKNOWN", `${name} has no parameter ${parameter}. `, {}, advice);
  }
}

function missingContract(
  type: string,
  callable: Callable | undefined,
  callables: readonly Callable[],
): ChainError {
  const near =
    callable?.cid === undefined
      ? suggestion(
          type,
          callables.map(({ name }) => name),
        )
      : spaceAdvice(callable.cid);
  return new ChainError("CONTRACT_MISSING", `The network has no contract ${type}. `, {
    kind: "not-found",
    advice: near ?? "See what there is: chainnode code list",
  });
}
