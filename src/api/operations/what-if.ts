import { isMap, type Value, type ValueMap } from "../../codec/value.js";
import type { CodeKind } from "../../records/code-layout.js";
import type { Given } from "../../records/operations/operation.js";
import type { WHAT_IF } from "../../records/operations/trial.js";
import type { ReplayJob } from "../tracing/replay-job.js";
import * as errors from "../errors.js";

/** The call that a caller wants to try. Throws `PARAMETER` for what is not a call. */
export function whatIf({ call, kind, from, height, cells = null }: Given<typeof WHAT_IF>): ReplayJob {
  const { type, cid, parameters } = call !== undefined && isMap(call) ? membersOf(call) : notACall();
  if (typeof type !== "string" || (cid !== undefined && typeof cid !== "string")) return notACall();
  return { kind: "whatIf", type, cid, parameters, codeKind: codeKindOf(kind), from, height, cells };
}

function codeKindOf(kind = ""): CodeKind | undefined {
  if (kind === "") return undefined;
  if (kind === "contract" || kind === "request") return kind;
  const failure = "Parameter 'kind' must be contract or request. ";
  throw errors.parameter({ failure, parameter: "kind" });
}

/** The members of a call; its time and its sender are not its own. */
function membersOf(call: ValueMap): { type?: Value; cid?: Value | undefined; parameters: ValueMap } {
  const parameters = new Map(call);
  const type = call.get("type") ?? null;
  const cid = call.get("cid");
  for (const name of ["type", "cid", "timestamp", "from"]) parameters.delete(name);
  return { type, cid, parameters };
}

function notACall(): never {
  throw errors.parameter({ failure: "Parameter 'call' must be an object with a type. ", parameter: "call" });
}
