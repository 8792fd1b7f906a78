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

export const TEXT: JsonSchema = { type: "string" };
export const INTEGER: JsonSchema = { type: "integer" };
export const BOOLEAN: JsonSchema = { type: "boolean" };
/** Any value. */
export const ANY: JsonSchema = {};
/** The one empty container, as it is written (PROTOCOL 1.5). */
export const EMPTY_LIST: JsonSchema = { type: "array", maxItems: 0 };

/** A height as a map's key. */
export const HEIGHT_KEY: JsonSchema = { type: "string", pattern: "^[1-9][0-9]*$" };
/** A state key: a prefix, then the key as it was written (PROTOCOL 2.1). */
export const STATE_KEY: JsonSchema = { type: "string", pattern: "^[0-9a-f]{66,128}$" };
export const HEIGHT: JsonSchema = { type: "integer", minimum: 0 };
export const TIMESTAMP: JsonSchema = { type: "integer", description: "Microseconds since 1970." };
/** A decimal without a point. */
export const WHOLE: JsonSchema = {
  type: "string",
  pattern: "^[0-9]+$",
  description: "Whole number as text.",
};
export const DECIMAL: JsonSchema = {
  type: "string",
  pattern: "^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$",
  description: "Decimal number as text.",
};
/** An address. Only the checksum of its characters is checked (PROTOCOL 2.4). */
export const ADDRESS: JsonSchema = {
  type: "string",
  minLength: 44,
  maxLength: 44,
  description: "Address, 44 characters.",
};
/** An address; empty when there is no block. */
export const BLOCK_ADDRESS: JsonSchema = {
  type: "string",
  pattern: "^([\\s\\S]{44})?$",
  description: "Address, 44 characters.",
};
/** A blockhash; empty when there is no block. */
export const BLOCKHASH: JsonSchema = { type: "string", pattern: "^([0-9a-f]{78})?$" };
/** A hash that begins with its time: of a block, a transaction or a chunk. */
export const TIME_HASH: JsonSchema = { type: "string", pattern: "^[0-9a-f]{78}$" };
export const HASH: JsonSchema = { type: "string", pattern: "^[0-9a-f]{64}$" };
export const PUBLIC_KEY: JsonSchema = { type: "string", pattern: "^[0-9a-f]{64}$" };
export const SIGNATURE: JsonSchema = { type: "string", pattern: "^[0-9a-fA-F]{128}$" };

/** An object with exactly these members. */
export function recordOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...objectOf(properties), additionalProperties: false };
}

/** An object with at least these members. */
export function objectOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties) };
}

/** A map from keys of one kind to values of one shape; an empty one is written `[]` or `{}` (PROTOCOL 13.5). */
export function mapOf(member: JsonSchema, key: JsonSchema): JsonSchema {
  return { anyOf: [{ type: "object", propertyNames: key, additionalProperties: member }, EMPTY_LIST] };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

export function either(...anyOf: readonly JsonSchema[]): JsonSchema {
  return { anyOf };
}

export function described(schema: JsonSchema, description: string): JsonSchema {
  return { ...schema, description };
}
