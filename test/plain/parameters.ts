/** Checks of parameters (PROTOCOL 5.8, 5.9, 5.10) and the parameters that a code finds (PROTOCOL 7.17, 14.1). */
import { looselyEqual, looselyGreater } from "./comparison.js";
import { isNumeric } from "./decimal.js";
import { byteLength, text } from "./text.js";
import { entries, isContainer, isMap, member, members, type Dictionary, type Value } from "./value.js";

export const PROTOCOL_VERSION = "2.1.9.6";

export type Kind = "transaction" | "request";

/** Returns the failure message for a value, or undefined when its definition accepts it. */
export function checkParameter(check: { definition: Value; value: Value; kind: Kind }): string | undefined {
  const { definition } = check;
  const field = (name: string): Value => (isContainer(definition) ? member(definition, name) : null);
  const name = field("name");
  const type = field("type");
  const maxlength = field("maxlength") ?? 0n;
  const required = field("requirements") ?? false;
  const cases = field("cases");
  if (
    typeof name !== "string" ||
    (type !== null && typeof type !== "string") ||
    !isNumeric(maxlength) ||
    typeof required !== "boolean" ||
    (cases !== null && !isContainer(cases))
  )
    return `${check.kind} error. `;

  const value = check.value ?? field("default");
  if (required && value === null) return `The data must contain the '${name}' parameter. `;
  if (cases !== null && !members(cases).some((one) => looselyEqual(value, one)))
    return `Parameter '${name}' must be one of the following: ${members(cases).map(text).join(", ")} `;
  if (looselyGreater(BigInt(byteLength(text(value))), maxlength))
    return `The length of the parameter '${name}' must be less than ${text(maxlength)} characters. `;
  if (required && !hasType(value, type)) return `Parameter '${name}' must be of ${TYPES[type ?? ""]} type. `;
  return undefined;
}

/** The types that are checked, with their names in the messages. Any other type accepts every value. */
const TYPES: Record<string, string> = {
  string: "string",
  int: "integer",
  array: "object/array",
  bool: "boolean",
  double: "double",
};

function hasType(value: Value, type: Value): boolean {
  if (type === "string") return typeof value === "string";
  if (type === "int") return typeof value === "bigint";
  if (type === "array") return isContainer(value);
  if (type === "bool") return typeof value === "boolean";
  if (type === "double") return typeof value === "number";
  return true;
}

/** Returns the first failure message for the parameters of a transaction or request, or undefined. */
export function checkParameters(check: {
  definitions: Value;
  given: Dictionary;
  kind: Kind;
}): string | undefined {
  const definitions = isContainer(check.definitions) ? members(check.definitions) : [];
  for (const definition of definitions) {
    const name = isContainer(definition) ? member(definition, "name") : null;
    const value = typeof name === "string" ? (check.given.get(name) ?? null) : null;
    const wrong = checkParameter({ definition, value, kind: check.kind });
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/**
 * The parameters that `$load_param` finds: those given; the default of each optional one that is missing or null
 * (the default of a required one serves its check only); and the implicit ones, which given ones do not replace.
 */
export function effectiveParameters(from: {
  given: Dictionary;
  definitions: readonly Value[];
  implicit: Dictionary;
}): Dictionary {
  const parameters = new Map(from.given);
  for (const definition of from.definitions.flatMap((all) => (isContainer(all) ? members(all) : []))) {
    if (!isMap(definition) || definition.get("requirements") === true) continue;
    const name = definition.get("name");
    if (typeof name === "string" && (parameters.get(name) ?? null) === null)
      parameters.set(name, definition.get("default") ?? null);
  }
  for (const [name, value] of entries(from.implicit)) parameters.set(name, value);
  return parameters;
}
