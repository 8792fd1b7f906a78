/**
 * What an expression gives. An `address` is also a `key`, and `address`, `key` and `decimal` are also `text`. `check` is
 * a condition or a response, `write` a write of state: they are executions, not values.
 */
export type Shape =
  | "address"
  | "key"
  | "decimal"
  | "text"
  | "integer"
  | "boolean"
  | "double"
  | "container"
  | "null"
  | "any"
  | "check"
  | "write";

/** The shapes that an argument of the table's types may have. */
export interface Accepted {
  any: Exclude<Shape, "check" | "write">;
  boolean: "boolean";
  integer: "integer";
  number: "decimal" | "integer";
  text: "text" | "key" | "address" | "decimal";
  key: "key" | "address";
  container: "container";
}

/** A type of parameters and cells. */
export interface ValueType<S extends Shape> {
  readonly shape: S;
  /** The type in a parameter's definition (PROTOCOL 5.10). */
  readonly type: string;
  /** The maximum in bytes when a parameter declares none; null when it must declare one. */
  readonly max: number | null;
}

function define<S extends Shape, Max extends number | null>(
  shape: S,
  type: string,
  max: Max,
): ValueType<S> & { readonly max: Max } {
  return Object.freeze({ shape, type, max });
}

/** An address: text of 44 bytes. The machine checks the length, not the characters. */
export const address = define("address", "string", 44);
/** The key of a cell: lower-case hexadecimal text of even length from 2 to 64. The machine checks the length only. */
export const key = define("key", "string", 64);
/** An amount in decimal text. The machine checks that it is text of at most 40 bytes, not that it is a number. */
export const decimal = define("decimal", "string", 40);
/** Any text. A parameter declares its maximum: `{ type: text, max: 100 }`. */
export const text = define("text", "string", null);
/** An integer of 64 bits. */
export const integer = define("integer", "int", 20);
/** True or false. */
export const boolean = define("boolean", "bool", 1);
/** A float. */
export const double = define("double", "double", 24);
/** A list or a map. A parameter declares its maximum: the bytes of its JSON. */
export const container = define("container", "array", null);
/** Any value. A parameter declares its maximum. */
export const any = define("any", "any", null);

/** The types of parameters and cells, by name. */
export const VALUE_TYPES = { address, key, decimal, text, integer, boolean, double, container, any } as const;
