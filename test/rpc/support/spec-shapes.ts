import { entriesOf, isContainer, isMap, valuesOf, type Value } from "../../../src/codec/value.js";

/**
 * A small language for the shapes of the RPC interface, and a check whether a value has a shape. It is independent of
 * the sources.
 */

export type Scalar =
  | "an integer"
  | "a string"
  | "an empty string or a string"
  | "a boolean"
  | "a decimal-number string"
  | "a decimal-number string or null"
  | "a number or a decimal-number string"
  | "a number, a decimal-number string or null"
  | "an empty array"
  | "a pair of an expression and a message"
  | "any value";

export type Shape =
  | Scalar
  /** Exactly these in this order; when open, at least these in any order. */
  | { readonly fields: Readonly<Record<string, Shape>>; readonly isOpen?: boolean }
  | { readonly mapOf: Shape; readonly keyedBy: string }
  | { readonly listOf: Shape };

export const fields = (members: Readonly<Record<string, Shape>>): Shape => ({ fields: members });
export const atLeast = (members: Readonly<Record<string, Shape>>): Shape => ({
  fields: members,
  isOpen: true,
});
export const mapOf = (member: Shape, keyedBy: string): Shape => ({ mapOf: member, keyedBy });
export const listOf = (item: Shape): Shape => ({ listOf: item });

/** One statement of a shape: a path, and what is there. */
export interface Statement {
  /** Names of fields, `<key>` for every member of a map, `[]` for every item of a list. */
  readonly path: readonly string[];
  readonly shape: Shape;
}

/** All statements of a shape, outermost first. */
export function statementsOf(shape: Shape, path: readonly string[]): readonly Statement[] {
  const own = [{ path, shape }];
  if (typeof shape === "string") return own;
  if ("listOf" in shape) return [...own, ...statementsOf(shape.listOf, [...path, "[]"])];
  if ("mapOf" in shape) return [...own, ...statementsOf(shape.mapOf, [...path, `<${shape.keyedBy}>`])];
  const members = Object.entries(shape.fields);
  return [...own, ...members.flatMap(([name, member]) => statementsOf(member, [...path, name]))];
}

/** A shape in words. */
export function describeShape(shape: Shape): string {
  if (typeof shape === "string") return shape;
  if ("listOf" in shape) return "an array";
  if ("mapOf" in shape) return `an object keyed by ${shape.keyedBy}`;
  const names = Object.keys(shape.fields).join(", ");
  return shape.isOpen === true ? `an object with at least ${names}` : `an object of ${names}`;
}

/** Every value at a path. */
export function valuesAt(value: Value, path: readonly string[]): readonly Value[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (!isContainer(value)) return [];
  const isEvery = step === "[]" || step.startsWith("<");
  const inside = isEvery
    ? valuesOf(value)
    : [...entriesOf(value)].filter(([name]) => name === step).map(([, member]) => member);
  return inside.flatMap((member) => valuesAt(member, rest));
}

const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/;

/** Whether a value fits a shape, not counting the values inside it. */
export function fits(value: Value, shape: Shape): boolean {
  if (typeof shape !== "string") {
    if ("listOf" in shape) return Array.isArray(value);
    if ("mapOf" in shape) return isMap(value);
    const names = Object.keys(shape.fields);
    if (!isMap(value)) return false;
    if (shape.isOpen === true) return names.every((name) => value.has(name));
    return [...value.keys()].join() === names.join();
  }
  return CHECKS[shape](value);
}

const isDecimal = (value: Value): boolean => typeof value === "string" && DECIMAL.test(value);
const isNumber = (value: Value): boolean => typeof value === "bigint" || typeof value === "number";

const CHECKS: Readonly<Record<Scalar, (value: Value) => boolean>> = {
  "an integer": (value) => typeof value === "bigint",
  "a string": (value) => typeof value === "string" && value !== "",
  "an empty string or a string": (value) => typeof value === "string",
  "a boolean": (value) => typeof value === "boolean",
  "a decimal-number string": isDecimal,
  "a decimal-number string or null": (value) => value === null || isDecimal(value),
  "a number or a decimal-number string": (value) => isNumber(value) || isDecimal(value),
  "a number, a decimal-number string or null": (value) =>
    value === null || isNumber(value) || isDecimal(value),
  "an empty array": (value) => Array.isArray(value) && value.length === 0,
  "a pair of an expression and a message": (value) =>
    Array.isArray(value) && value.length === 2 && typeof value[1] === "string",
  "any value": () => true,
};
