import { isLooselyEqual, isNumeric } from "../codec/loose-order.js";
import { byteLength, valueToText } from "../codec/text.js";
import { isContainer, memberOf, valuesOf, type Value, type ValueMap } from "../codec/value.js";

/** What carries the parameters; it names the failure of a definition that is not one. */
export type Carrier = "transaction" | "request";

/** A parameter as a code defines it (PROTOCOL 5). */
export interface Parameter {
  readonly name: string;
  /** A type this module does not know is never checked. */
  readonly type: string | null;
  /** In bytes of `text(value)`. */
  readonly maxlength: number;
  readonly requirements: boolean;
  readonly default: Value;
  readonly cases: readonly Value[] | null;
}

interface CheckedType {
  /** The type's name in its failure. */
  readonly title: string;
  readonly holds: (value: Value) => boolean;
}

const TYPES: ReadonlyMap<string, CheckedType> = new Map<string, CheckedType>([
  ["string", { title: "string", holds: (value) => typeof value === "string" }],
  ["int", { title: "integer", holds: (value) => typeof value === "bigint" }],
  ["double", { title: "double", holds: (value) => typeof value === "number" }],
  ["bool", { title: "boolean", holds: (value) => typeof value === "boolean" }],
  ["array", { title: "object/array", holds: isContainer }],
]);

/** Reads a definition; null when it is none. Every member but the name may be missing. */
export function parseParameter(definition: Value): Parameter | null {
  const member = (name: string): Value => memberOf(definition, name) ?? null;
  const name = member("name");
  const type = member("type");
  const maxlength = member("maxlength") ?? 0n;
  const requirements = member("requirements") ?? false;
  const cases = member("cases");
  if (typeof name !== "string" || (type !== null && typeof type !== "string")) return null;
  if (!isNumeric(maxlength) || typeof requirements !== "boolean") return null;
  if (cases !== null && !isContainer(cases)) return null;
  return {
    name,
    type,
    maxlength: Number(maxlength),
    requirements,
    default: member("default"),
    cases: cases === null ? null : valuesOf(cases),
  };
}

/** The definitions of a code's `parameters`, or null when one of them is none. Their keys mean nothing. */
export function parseParameters(definitions: Value): readonly Parameter[] | null {
  if (definitions === null) return [];
  if (!isContainer(definitions)) return null;
  const parameters: Parameter[] = [];
  for (const definition of valuesOf(definitions)) {
    const parameter = parseParameter(definition);
    if (parameter === null) return null;
    parameters.push(parameter);
  }
  return parameters;
}

/**
 * Why the values of a transaction or request do not fit a code's definitions (PROTOCOL 5), null when they do. The text
 * is the protocol's. `parameters` is null when a definition was none.
 */
export function findParameterFailure(
  parameters: readonly Parameter[] | null,
  values: ValueMap,
  carrier: Carrier,
): string | null {
  if (parameters === null) return `${carrier} error. `;
  for (const parameter of parameters) {
    const failure = findValueFailure(parameter, values.get(parameter.name) ?? null);
    if (failure !== null) return failure;
  }
  return null;
}

/** Why one value does not fit its definition, null when it does. */
export function findValueFailure(parameter: Parameter, given: Value): string | null {
  const { name, type, maxlength, requirements, cases } = parameter;
  const value = given ?? parameter.default;
  if (requirements && value === null) return `The data must contain the '${name}' parameter. `;
  if (cases !== null && !cases.some((each) => isLooselyEqual(value, each))) {
    return `Parameter '${name}' must be one of the following: ${cases.map(valueToText).join(", ")} `;
  }
  if (byteLength(valueToText(value)) > maxlength) {
    return `The length of the parameter '${name}' must be less than ${maxlength} characters. `;
  }
  const expected = requirements && type !== null ? TYPES.get(type) : undefined;
  if (expected === undefined || expected.holds(value)) return null;
  return `Parameter '${name}' must be of ${expected.title} type. `;
}
