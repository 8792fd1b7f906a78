import { ChainError } from "../codec/chain-error.js";
import { entriesOf, isContainer, isMap, valuesOf, type Value } from "../codec/value.js";
import {
  AS_RECEIVED,
  type JsonSchema,
  type Read,
  type ReadMembers,
  type Schema,
  type SchemaMembers,
} from "../records/operations/json-schema.js";
import {
  OPERATOR_CALL,
  TRACED_TRIAL,
  type TracedOperator,
  type TracedTrial,
} from "../records/operations/trial.js";
import * as errors from "./errors.js";

/**
 * Reads a part of an answer as its schema describes it. Throws `ANSWER_MALFORMED`, which names the member, when the part
 * has another type. Patterns and limits are not checked, unknown members are left out, and a missing flag is false: 2.1
 * nodes have other members, and leave some flags out.
 */
export function readAnswer<T>(schema: Schema<T>, value: Value | undefined, name = "data"): T {
  return readAs(schema, value, name) as T;
}

export function readMembers<Members extends SchemaMembers>(
  members: Members,
  value: Value | undefined,
  name: string,
): ReadMembers<Members> {
  return readObject(
    { properties: members, required: Object.keys(members) },
    value,
    name,
  ) as ReadMembers<Members>;
}

/** Reads a map, also one that was written as a list (PROTOCOL 1.5, 13.5). */
export function readMap<T>(
  value: Value | undefined,
  name: string,
  read: (member: Value) => T,
): ReadonlyMap<string, T> {
  if (!isContainer(value)) return throwMalformed(name, "an object");
  return new Map(Array.from(entriesOf(value), ([key, member]) => [key, read(member)]));
}

/** Reads the members of a list or a map in order: lists of blocks arrive as either. */
export function readList<T>(
  value: Value | undefined,
  name: string,
  read: (member: Value) => T,
): readonly T[] {
  return isContainer(value) ? valuesOf(value).map(read) : throwMalformed(name, "a list");
}

export function throwMalformed(name: string, expected: string): never {
  throw errors.answerMalformed({ member: name, expected });
}

function readAs(schema: Schema, value: Value | undefined, name: string): unknown {
  if (schema[AS_RECEIVED]) return isMap(value) ? value : throwMalformed(name, "an object");
  if (schema.anyOf !== undefined) return readEither(schema.anyOf, value, name);
  if (schema.const !== undefined)
    return value === schema.const ? value : throwMalformed(name, String(schema.const));
  switch (schema.type) {
    case "object":
      return readObject(schema, value, name);
    case "array":
      return readList(value, name, (member) => readAs(schema.items ?? {}, member, name));
    case "string":
      return typeof value === "string" ? value : throwMalformed(name, "text");
    case "integer":
      return readInteger(value, name);
    case "boolean":
      return readFlag(value ?? false, name);
    default:
      return value ?? null;
  }
}

function readObject(
  { properties = {}, required = [] }: JsonSchema,
  value: Value | undefined,
  name: string,
): Readonly<Record<string, unknown>> {
  if (!isMap(value)) return throwMalformed(name, "an object");
  const read: Record<string, unknown> = {};
  for (const [member, schema] of Object.entries(properties)) {
    const given = value.get(member);
    if (given !== undefined || required.includes(member)) read[member] = readAs(schema, given, member);
  }
  return read;
}

/** Reads a map, or the first alternative that the value fits. */
function readEither(schemas: readonly JsonSchema[], value: Value | undefined, name: string): unknown {
  const members = schemas.find(({ propertyNames }) => propertyNames !== undefined)?.additionalProperties;
  if (typeof members === "object") return readMap(value, name, (member) => readAs(members, member, name));
  for (const schema of schemas) {
    try {
      return readAs(schema, value, name);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
    }
  }
  return throwMalformed(name, "of a known form");
}

function readInteger(value: Value | undefined, name: string): number {
  const number = typeof value === "bigint" ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? number : throwMalformed(name, "a safe integer");
}

function readFlag(value: Value, name: string): boolean {
  return typeof value === "boolean" ? value : throwMalformed(name, "true or false");
}

/** Reads a trial with its trace, whose calls contain calls of the same shape. */
export function readTrial(value: Value): TracedTrial {
  const { trace, ...trial } = readAnswer(TRACED_TRIAL, value);
  return { ...trial, trace: trace.map(withReadCalls) };
}

function withReadCalls({ calls, ...call }: Read<typeof OPERATOR_CALL>): TracedOperator {
  return { ...call, calls: calls.map((value) => withReadCalls(readAnswer(OPERATOR_CALL, value, "call"))) };
}
