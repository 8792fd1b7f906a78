import { parseJson } from "../../codec/parse-json.js";
import { isMap, type Value, type ValueMap } from "../../codec/value.js";
import type { CodeKind } from "../../records/code-layout.js";
import { WHAT_IF } from "../../records/operations/what-if.js";
import type { ReplayJob } from "../tracing/replay-job.js";
import * as errors from "../errors.js";
import {
  assertOperationParameters,
  integerIn,
  textParameter,
  valueParameter,
  type Handler,
  type OperationInput,
} from "./input.js";

export const whatIf: Handler = async (engine, input) => {
  assertOperationParameters(WHAT_IF, input);
  const call = jsonIn(input, "call");
  const { type, cid, ...rest } = isMap(call) ? membersOf(call) : notACall();
  if (typeof type !== "string" || (cid !== undefined && typeof cid !== "string")) return notACall();
  const job: ReplayJob = {
    kind: "whatIf",
    type,
    cid,
    parameters: rest.parameters,
    codeKind: codeKindIn(input),
    from: textParameter(input, "from"),
    height: integerIn(input, "height").height,
    cells: jsonIn(input, "cells"),
  };
  return { json: await engine.replay(job, input.caller) };
};

function codeKindIn(input: OperationInput): CodeKind | undefined {
  const kind = textParameter(input, "kind") ?? "";
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

function jsonIn(input: OperationInput, name: string): Value {
  const value = valueParameter(input, name) ?? null;
  return typeof value === "string" ? parseJson(value) : value;
}

function notACall(): never {
  throw errors.parameter({ failure: "Parameter 'call' must be an object with a type. ", parameter: "call" });
}
