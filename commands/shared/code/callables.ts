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

/** What can be called on the chain, of one kind or of both. */
export async function listCallables(
  context: Context,
  kind: CodeKind | undefined,
): Promise<readonly Callable[]> {
  return callablesOf(await listReadableCodes(context), kind);
}

/** What a call means, undefined when there is nothing of the name. The chain is asked for what is not the system's own. */
export async function findCallable(
  context: Context,
  call: Pick<Call, "kind" | "type" | "cid">,
): Promise<Callable | undefined> {
  const { kind, type } = call;
  const system = systemCallables(kind).find(({ name }) => name === type);
  return system ?? chooseCallable(await listCallables(context, kind), call);
}
