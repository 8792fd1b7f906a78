import { hashOf, idHashOf, spaceIdOf } from "../codec/hash.js";
import { parseJson } from "../codec/parse-json.js";
import { valueToText } from "../codec/text.js";
import {
  EMPTY,
  isContainer,
  isMap,
  valuesOf,
  type Value,
  type ValueList,
  type ValueMap,
} from "../codec/value.js";
import { layoutOf, type CodeFormat, type CodeKind } from "./code-layout.js";
import { parseParameterDefinitions, type ParameterDefinition } from "./parameter.js";
import * as errors from "./errors.js";

/** Registered code (PROTOCOL 6.1, 6.2, 6.3, 6.5): two record formats, one normalized method. */

export interface CodeSpace {
  readonly writer: string;
  readonly space: string;
}

export interface Method extends CodeSpace {
  readonly format: CodeFormat;
  readonly kind: CodeKind;
  readonly name: string;
  readonly version: string;
  /** Null when a definition is malformed: every call of such a code fails its validation (PROTOCOL 5.8). */
  readonly parameters: readonly ParameterDefinition[] | null;
  readonly executions: ValueList;
}

/**
 * Reads a code's JSON text. Throws `CODE_BROKEN` when it is not JSON or lacks a member that addresses it (kind, name,
 * writer, space). Other faults are left to the call, because the chain may hold such codes.
 */
export function parseCode(text: string): Method {
  const record = parseCodeRecord(text);
  const layout = layoutOf(record);
  const kind = record.get(layout.kind);
  if (kind !== "contract" && kind !== "request") {
    throw errors.codeBroken({ reason: `its ${layout.kind} is neither contract nor request` });
  }
  return {
    format: layout.format,
    kind,
    name: textMember(record, layout.name),
    version: valueToText(record.get(layout.version) ?? null),
    writer: textMember(record, layout.writer),
    space: textMember(record, layout.space),
    parameters: parseParameterDefinitions(record.get(layout.parameters) ?? null),
    executions: layout.format === "method" ? membersOf(record.get("e")) : classicExecutions(record, kind),
  };
}

/** Returns the map in a code's text. Throws `CODE_BROKEN`. */
export function parseCodeRecord(text: string): ValueMap {
  let record: Value;
  try {
    record = parseJson(text);
  } catch (cause) {
    throw errors.codeBroken({ reason: "it is not JSON" }, { cause });
  }
  if (!isMap(record)) throw errors.codeBroken({ reason: "it is not a map" });
  return record;
}

/** The code id, under which the code is stored (PROTOCOL 6.2). */
export function codeIdOf({ format, name, space, writer }: Method): string {
  return format === "classic" ? idHashOf([name, space]) : hashOf([writer, space, name]);
}

/** The cid of the code's space, by which transactions address it (PROTOCOL 6.5). */
export function cidOf({ writer, space }: Method): string {
  return spaceIdOf(writer, space);
}

/** Returns the executions of a classic record: each condition, then each update or the response (PROTOCOL 6.3). */
function classicExecutions(record: ValueMap, kind: CodeKind): ValueList {
  const executions: Value[] = membersOf(record.get("conditions")).map((pair) => call("$condition", pair));
  if (kind === "contract") executions.push(...membersOf(record.get("updates")));
  else executions.push(call("$response", [record.get("response") ?? null]));
  return executions;
}

function call(operator: string, argument: Value): ValueMap {
  return new Map([[operator, argument]]);
}

function membersOf(value: Value | undefined): ValueList {
  return isContainer(value) ? valuesOf(value) : EMPTY;
}

function textMember(record: ValueMap, name: string): string {
  const value = record.get(name);
  if (typeof value !== "string") throw errors.codeBroken({ reason: `its ${name} is not text` });
  return value;
}
