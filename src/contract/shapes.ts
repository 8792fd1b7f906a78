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
