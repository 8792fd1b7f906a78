import type { Context } from "../../../src/cli/context.js";
import { suggestion } from "../../../src/cli/suggest.js";
import { ChainError, isRefusal } from "../../../src/codec/chain-error.js";
import { unknownParameters, type Call } from "../../../src/node/calls/call.js";
import { findCallable, listCallables } from "./callables.js";

/** Runs a call. When a mistyped name or a missing space explains a refusal, throws it again with that advice. */
export async function withSuggestion<T>(context: Context, call: Call, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, message, kind, details } = error;
    const advice = await findSlip(context, call);
    throw advice === undefined
      ? error
      : new ChainError(code, message, { kind, details, advice, cause: error });
  }
}

/** Undefined also when the node does not list its codes: the refusal then stands as it is. */
async function findSlip(context: Context, call: Call): Promise<string | undefined> {
  try {
    return await compareNames(context, call);
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

async function compareNames(context: Context, call: Call): Promise<string | undefined> {
  const { kind, type, cid } = call;
  const callable = await findCallable(context, call);
  if (callable === undefined) {
    return suggestion(
      type,
      (await listCallables(context, kind)).map(({ name }) => name),
    );
  }
  if (callable.cid !== undefined && cid === undefined) return spaceAdvice(callable.cid);
  const known = callable.parameters.map(({ name }) => name);
  return unknownParameters(call, known)
    .map((name) => suggestion(name, known))
    .find((advice) => advice !== undefined);
}

export function spaceAdvice(cid: string): string {
  return `It is in a space of its own: --cid ${cid}`;
}
