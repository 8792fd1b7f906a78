import type { Value, ValueMap } from "../../codec/value.js";

/** The part of JSON Schema (2020-12, as OpenAPI 3.1 has it) that describes answers. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: "object" | "array" | "string" | "integer" | "boolean" | "null";
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly description?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonSchema[];
}

declare const READS_AS: unique symbol;

/**
 * A schema with the type that its values are read as (docs/adr/0016-answer-schemas.md): integers of the protocol's own
 * fields are numbers, maps from keys to members are `Map`s, and everything without a shape is a `Value`.
 */
export interface Schema<T = unknown> extends JsonSchema {
  /** For the compiler alone: no schema has this member. */
  readonly [READS_AS]?: T;
  /** Whether values are left as they were received. */
  readonly [AS_RECEIVED]?: true;
}

export type Read<S> = S extends Schema<infer T> ? T : never;

declare const RECORD: unique symbol;

/** The schema of a record that is left as it was received. */
export interface ReceivedSchema<T> extends Schema<ValueMap> {
  /** For the compiler alone, as above. */
  readonly [RECORD]?: T;
}

export type RecordOf<S> = S extends ReceivedSchema<infer T> ? T : never;

export type ReadMembers<Members> = { readonly [Name in keyof Members]: Read<Members[Name]> };

export type SchemaMembers = Readonly<Record<string, Schema>>;

export const AS_RECEIVED = Symbol("as received");

export const TEXT: Schema<string> = { type: "string" };
export const INTEGER: Schema<number> = { type: "integer" };
export const BOOLEAN: Schema<boolean> = { type: "boolean" };
const NULL: Schema<null> = { type: "null" };
export const ANY: Schema<Value> = {};
/** The one empty container, as it is written (PROTOCOL 1.5). */
export const EMPTY_LIST: Schema<readonly []> = { type: "array", items: {}, maxItems: 0 };

export const HEIGHT_KEY: Schema<string> = { type: "string", pattern: "^[1-9][0-9]*$" };
/** A state key: a prefix, then the key as it was written (PROTOCOL 2.1). */
export const STATE_KEY: Schema<string> = { type: "string", pattern: "^[0-9a-f]{66,128}$" };
export const HEIGHT: Schema<number> = { type: "integer", minimum: 0 };
export const TIMESTAMP: Schema<number> = { type: "integer", description: "Microseconds since 1970." };
export const WHOLE: Schema<string> = {
  type: "string",
  pattern: "^[0-9]+$",
  description: "Whole number as text.",
};
export const DECIMAL: Schema<string> = {
  type: "string",
  pattern: "^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$",
  description: "Decimal number as text.",
};
export const AMOUNT: Schema<string> = {
  type: "string",
  description: "Amount in units, as text; a coin is 10^18 units.",
};
/** An address. Only the checksum of its characters is checked (PROTOCOL 2.4). */
export const ADDRESS: Schema<string> = {
  type: "string",
  minLength: 44,
  maxLength: 44,
  description: "Address, 44 characters.",
};
/** An address; empty when there is no block. */
export const BLOCK_ADDRESS: Schema<string> = {
  type: "string",
  pattern: "^([\\s\\S]{44})?$",
  description: "Address, 44 characters.",
};
/** A blockhash; empty when there is no block. */
export const BLOCKHASH: Schema<string> = { type: "string", pattern: "^([0-9a-f]{78})?$" };
/** A hash that begins with its time: of a block, a transaction or a chunk. */
export const TIME_HASH: Schema<string> = { type: "string", pattern: "^[0-9a-f]{78}$" };
export const HASH: Schema<string> = { type: "string", pattern: "^[0-9a-f]{64}$" };
export const PUBLIC_KEY: Schema<string> = { type: "string", pattern: "^[0-9a-f]{64}$" };
export const SIGNATURE: Schema<string> = { type: "string", pattern: "^[0-9a-fA-F]{128}$" };

export function closedObjectOf<Members extends SchemaMembers>(
  members: Members,
): Schema<ReadMembers<Members>> {
  return { ...objectOf(members), additionalProperties: false };
}

/** An object with at least these members. */
export function objectOf<Members extends SchemaMembers>(members: Members): Schema<ReadMembers<Members>> {
  return { type: "object", properties: members, required: Object.keys(members) };
}

/** The same object, which may have these members too. */
export function withOptional<T, Members extends SchemaMembers>(
  schema: Schema<T>,
  members: Members,
): Schema<T & Partial<ReadMembers<Members>>> {
  const widened: JsonSchema = { ...schema, properties: { ...schema.properties, ...members } };
  return widened;
}

/** A map from keys of one kind to values of one shape; an empty one is written `[]` or `{}` (PROTOCOL 13.5). */
export function mapOf<T>(member: Schema<T>, key: JsonSchema): Schema<ReadonlyMap<string, T>> {
  return { anyOf: [{ type: "object", propertyNames: key, additionalProperties: member }, EMPTY_LIST] };
}

export function listOf<T>(items: Schema<T>): Schema<readonly T[]> {
  return { type: "array", items };
}

export function either<Schemas extends readonly Schema[]>(...anyOf: Schemas): Schema<Read<Schemas[number]>> {
  return { anyOf };
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return either(schema, NULL);
}

export function only<const T extends string | number | boolean>(value: T): Schema<T> {
  return { const: value };
}

/** A hashed or signed record, which a client leaves as it was received; its own reader checks it. */
export function asReceived<T>(schema: Schema<T>): ReceivedSchema<T> {
  return { ...schema, [AS_RECEIVED]: true } as ReceivedSchema<T>;
}

export function described<T>(schema: Schema<T>, description: string): Schema<T> {
  return { ...schema, description };
}
