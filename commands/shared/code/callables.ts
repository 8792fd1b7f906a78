import type { Context } from "../../../src/cli/context.js";
import type { Call } from "../../../src/node/calls/call.js";
import {
  callablesOf,
  chooseCallable,
  systemCallables,
  type Callable,
} from "../../../src/node/calls/callables.js";
import type { CodeKind } from "../../../src/records/code.js";
import { listReadableCodes } from "./codes.js";

/** The codes that can be called, of one kind or of both. */
export async function listCallables(
  context: Context,
  kind: CodeKind | undefined,
): Promise<readonly Callable[]> {
  return callablesOf(await listReadableCodes(context), kind);
}

/** The code that a call names, or undefined. The chain is asked unless it is a system code. */
export async function findCallable(
  context: Context,
  call: Pick<Call, "kind" | "type" | "cid">,
): Promise<Callable | undefined> {
  const { kind, type } = call;
  const system = systemCallables(kind).find(({ name }) => name === type);
  return system ?? chooseCallable(await listCallables(context, kind), call);
}
