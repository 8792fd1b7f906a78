import type { Value, ValueMap } from "../../client/index.js";
import type { ParameterDefinition } from "../../client/code-at.js";
import { parseJson } from "../../codec/parse-json.js";
import { valueToJson } from "../../codec/readable-json.js";

/** How a form shows a parameter. Numbers, lists and maps are written as JSON. */
type FieldForm = "text" | "boolean" | "json";

export interface ParameterField {
  readonly name: string;
  readonly form: FieldForm;
  readonly isRequired: boolean;
  /** A description from the definition, for people. */
  readonly hint: string;
  readonly initial: string;
}

/** The fields of a code's parameters, filled with the values of a call; parameters without a definition follow. */
export function parameterFields(
  definitions: readonly ParameterDefinition[],
  given: ValueMap = new Map(),
): readonly ParameterField[] {
  const defined = new Set(definitions.map(({ name }) => name));
  const others = [...given].filter(([name]) => !defined.has(name));
  return [
    ...definitions.map((definition) => definedField(definition, given.get(definition.name))),
    ...others.map(undeclaredField),
  ];
}

function undeclaredField([name, value]: readonly [string, Value]): ParameterField {
  return { name, isRequired: false, hint: "not declared", ...formOf("string", value) };
}

function definedField(definition: ParameterDefinition, value: Value | undefined): ParameterField {
  const { name, type, maxlength, requirements, default: otherwise, cases } = definition;
  const hints = [
    type ?? "any value",
    `at most ${maxlength} bytes`,
    ...(requirements ? [] : ["optional"]),
    ...(otherwise === null ? [] : [`otherwise ${valueToJson(otherwise)}`]),
    ...(cases === null ? [] : [`one of ${cases.map((each) => valueToJson(each)).join(", ")}`]),
  ];
  return { name, isRequired: requirements, hint: hints.join(", "), ...formOf(type, value) };
}

function formOf(type: string | null, value: Value | undefined): Pick<ParameterField, "form" | "initial"> {
  if (type === "string" && (value === undefined || typeof value === "string"))
    return { form: "text", initial: value ?? "" };
  if (type === "bool" && (value === undefined || typeof value === "boolean"))
    return { form: "boolean", initial: value === undefined ? "" : String(value) };
  return { form: "json", initial: value === undefined ? "" : valueToJson(value) };
}

/** The values of filled fields; of empty ones, only required texts. Throws as the JSON parser does. */
export function readFields(fields: readonly ParameterField[], texts: ReadonlyMap<string, string>): ValueMap {
  const values = new Map<string, Value>();
  for (const { name, form, isRequired, initial } of fields) {
    const text = texts.get(name) ?? initial;
    if (text === "" && !(form === "text" && isRequired)) continue;
    values.set(name, form === "text" ? text : parseJson(text));
  }
  return values;
}
