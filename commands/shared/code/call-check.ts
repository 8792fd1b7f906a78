import type { Context } from "../../../src/cli/context.js";
import { usageError } from "../../../src/cli/input/usage-error.js";
import { suggestion } from "../../../src/cli/suggest.js";
import { ChainError, type ErrorKind } from "../../../src/codec/chain-error.js";
import { unknownParameters, type Call } from "../../../src/node/calls/call.js";
import type { Callable } from "../../../src/node/calls/callables.js";
import { findCallable, listCallables } from "./callables.js";
import { spaceAdvice } from "./refusal.js";

/**
 * What a call means. Refuses a contract that the chain does not have before anyone types a password for it, and a
 * parameter that is most likely mistyped: the code would not read it. Throws `CONTRACT_MISSING`, `PARAMETER_UNKNOWN`, or
 * that no node answers. A node that does not list its codes decides by itself; what is known then are the codes that
 * networks begin with.
 */
export async function assertCall(context: Context, call: Call): Promise<Callable | undefined> {
  const callables = await listed(context, call);
  if (callables === null) return knownCallable(call);
  const callable = await findCallable(context, call);
  const needsSpace = callable?.cid !== undefined && call.cid === undefined;
  // A request's name is the node's to refuse: nothing was typed for it.
  if (call.kind === "contract" && (callable === undefined || needsSpace)) {
    throw missingContract(call.type, callable, callables);
  }
  if (callable !== undefined) assertParameters(call, callable);
  return callable;
}

/** What a call means as far as it is known without a chain. */
export async function knownCallable(call: Call): Promise<Callable | undefined> {
  const { presetCallable } = await import("../../../src/node/calls/preset-callables.js");
  return presetCallable(call);
}

const UNANSWERED: ReadonlySet<ErrorKind> = new Set(["unreachable", "unavailable", "busy"]);

/** Whether a failure says that there is no node to ask. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ChainError && UNANSWERED.has(error.kind);
}

/** Null when the node does not say what can be called. */
async function listed(context: Context, { kind }: Call): Promise<readonly Callable[] | null> {
  try {
    return await listCallables(context, kind);
  } catch (error) {
    if (error instanceof ChainError && !isUnanswered(error)) return null;
    throw error;
  }
}

/** What is near no parameter is left to the code, which may read what it does not define (PROTOCOL 9). */
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
