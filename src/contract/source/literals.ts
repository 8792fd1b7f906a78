import { isDecimal } from "../../codec/decimal.js";
import { quoted } from "../../codec/readable-json.js";
import { isStateKeyPart } from "../../codec/state-key-part.js";
import { isContainer, type Value, type ValueMap } from "../../codec/value.js";
import type { ArgumentType } from "../../records/operators/operator.js";
import type { Shape } from "../shapes.js";
import type { CodeKind } from "../../records/code-layout.js";

/** The shape that the builder's types give a literal. */
export function shapeOfLiteral(value: Value): Shape {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return isNumberText(value) ? "decimal" : "text";
    case "bigint":
      return "integer";
    case "boolean":
      return "boolean";
    case "number":
      return "double";
    default:
      return "container";
  }
}

/** Whether a literal may stand as an argument of a type, for the compiler and for the builder's own check. */
export function fitsLiteral(value: Value, type: ArgumentType): boolean {
  switch (type) {
    case "any":
      return true;
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return typeof value === "bigint";
    case "number":
      return (
        typeof value === "bigint" || (typeof value === "string" && isNumberText(value) && isDecimal(value))
      );
    case "text":
      return typeof value === "string";
    case "key":
      return typeof value === "string" && isStateKeyPart(value);
    default:
      return isContainer(value);
  }
}

/** Whether TypeScript takes a text for one of the type `${number}`. */
export function isNumberText(text: string): boolean {
  return text !== "" && Number.isFinite(Number(text));
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const INDEX = /^(?:0|[1-9]\d*)$/;

/** Whether an object literal keeps the names of a map and their order. */
export function isObjectLiteral(map: ValueMap): boolean {
  return [...map.keys()].every((name) => name !== "__proto__" && !INDEX.test(name));
}

export function memberName(name: string): string {
  return IDENTIFIER.test(name) ? name : quoted(name);
}

export function memberAccess(object: string, name: string): string {
  return IDENTIFIER.test(name) ? `${object}.${name}` : `${object}[${quoted(name)}]`;
}

/** A number, text or boolean as TypeScript; null for a float, which is a call. */
export function scalarToText(value: Exclude<Value, object | number> | null): string {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? value.toString() : `${value}n`;
  return typeof value === "string" ? quoted(value) : String(value);
}

/** The types of the builder, as the compiler sees them. */

export const ACCEPTED: Readonly<Record<ArgumentType, readonly Shape[]>> = {
  any: ["address", "key", "decimal", "text", "integer", "boolean", "double", "container", "null", "any"],
  boolean: ["boolean"],
  integer: ["integer"],
  number: ["decimal", "integer"],
  text: ["text", "key", "address", "decimal"],
  key: ["key", "address"],
  container: ["container"],
};
/** The type of the builder that an argument of a type can be declared as. */
export function asType(type: ArgumentType): string {
  return type === "number" ? "decimal" : type;
}
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
