import { isLooselyEqual, isNumeric } from "../codec/loose-order.js";
import { byteLength, valueToText } from "../codec/text.js";
import { isContainer, memberOf, valuesOf, type Value, type ValueMap } from "../codec/value.js";

/** The record that carries the parameters. It appears in the failure text of a malformed definition (PROTOCOL 5.8). */
export type Carrier = "transaction" | "request";

/** A parameter as a code defines it (PROTOCOL 5.8). */
export interface ParameterDefinition {
  readonly name: string;
  /** Values of an unknown type are not checked. */
  readonly type: string | null;
  /** In bytes of `text(value)`. */
  readonly maxlength: number;
  readonly requirements: boolean;
  readonly default: Value;
  readonly cases: readonly Value[] | null;
}

interface CheckedType {
  /** The name of the type in the failure text. */
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

/** The types that authors use: those that are checked, and the one of the network's own codes for a value of any type. */
export const PARAMETER_TYPES: ReadonlySet<string> = new Set([...TYPES.keys(), "any"]);
export const PARAMETER_MEMBERS: readonly string[] = [
  "name",
  "type",
  "maxlength",
  "requirements",
  "default",
  "cases",
];

/** Reads a definition; null when it is malformed. Every member but the name may be missing (PROTOCOL 5.8). */
export function parseParameterDefinition(definition: Value): ParameterDefinition | null {
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

/** Reads the definitions of a code's `parameters`; null when one of them is malformed. Their keys are ignored. */
export function parseParameterDefinitions(definitions: Value): readonly ParameterDefinition[] | null {
  if (definitions === null) return [];
  if (!isContainer(definitions)) return null;
  const parameters: ParameterDefinition[] = [];
  for (const definition of valuesOf(definitions)) {
    const parameter = parseParameterDefinition(definition);
    if (parameter === null) return null;
    parameters.push(parameter);
  }
  return parameters;
}

/** Why values do not match a code's definitions, or null (PROTOCOL 5.9, 5.10, 13.15). */
export function findParameterFailure(
  parameters: readonly ParameterDefinition[] | null,
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

/** Returns why one value does not match its definition, null when it matches. */
export function findValueFailure(parameter: ParameterDefinition, given: Value): string | null {
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
