import type { Value } from "../../codec/value.js";
import type { CodeKind } from "../../records/code-layout.js";
import type { ArgumentType } from "../../records/operators/operator.js";
import type { Shape } from "../shapes.js";

/** The types of the builder, as the compiler sees them. */

/** The shapes that an argument of a type may have. */
export const ACCEPTED: Readonly<Record<ArgumentType, readonly Shape[]>> = {
  any: ["address", "key", "decimal", "text", "integer", "boolean", "double", "container", "null", "any"],
  boolean: ["boolean"],
  integer: ["integer"],
  number: ["decimal", "integer"],
  text: ["text", "key", "address", "decimal"],
  key: ["key", "address"],
  container: ["container"],
};
/** The type of the builder that stands for an argument's type. */
export const AS_TYPE: Readonly<Record<ArgumentType, string>> = {
  any: "any",
  boolean: "boolean",
  integer: "integer",
  number: "decimal",
  text: "text",
  key: "key",
  container: "container",
};
/** The shapes of what stands alone in a body. */
export const EXECUTIONS: Readonly<Record<CodeKind, readonly Shape[]>> = {
  contract: ["check", "write", "any", "null"],
  request: ["check", "any", "null"],
};
/** Implicit parameters, by the names that the builder exports them under. */
export const IMPLICIT: ReadonlyMap<Value | undefined, readonly [name: string, shape: Shape]> = new Map<
  Value | undefined,
  readonly [string, Shape]
>([
  ["from", ["from", "address"]],
  ["hash", ["transactionHash", "text"]],
  ["size", ["transactionSize", "integer"]],
  ["timestamp", ["timestamp", "integer"]],
  ["version", ["protocolVersion", "text"]],
]);
