import { isList, isMap, type Value, type ValueMap } from "../../codec/value.js";
import { callsIn } from "./declared-state.js";
import { isObjectLiteral } from "./literals.js";

/** The types of the builder that a parameter can be declared with. */
type DeclaredType =
  "address" | "key" | "decimal" | "text" | "integer" | "boolean" | "double" | "container" | "any";

export interface DeclaredParameter {
  readonly name: string;
  readonly type: DeclaredType;
  /** Null when it is written out as a definition. */
  readonly members: {
    readonly max: bigint;
    readonly optional: boolean;
    readonly default: Value;
    readonly cases: Value;
  } | null;
  readonly definition: ValueMap;
}

const MEMBERS = ["name", "type", "maxlength", "requirements", "default", "cases"];
const TYPES: ReadonlyMap<Value, DeclaredType> = new Map<Value, DeclaredType>([
  ["int", "integer"],
  ["bool", "boolean"],
  ["double", "double"],
  ["array", "container"],
  ["any", "any"],
]);
const ARITHMETIC = /^\$(?:add|sub|mul|div|precise_\w+|scale|gte?|lte?)$/;
const ADDRESS_LENGTH = 44n;

/** Returns the parameters of a code; null when they are not a map that an object literal can stand for. */
export function findParameters(definitions: Value, executions: Value): readonly DeclaredParameter[] | null {
  if (isList(definitions) && definitions.length === 0) return [];
  if (!isMap(definitions) || !isObjectLiteral(definitions)) return null;
  const amounts = amountsIn(executions);
  const parameters: DeclaredParameter[] = [];
  for (const [name, definition] of definitions) {
    if (!isMap(definition) || !isObjectLiteral(definition)) return null;
    parameters.push(parameterOf(name, definition, amounts));
  }
  return parameters;
}

function parameterOf(name: string, definition: ValueMap, amounts: ReadonlySet<string>): DeclaredParameter {
  const max = definition.get("maxlength") ?? null;
  const optional = definition.get("requirements");
  const cases = definition.get("cases") ?? null;
  const type = typeOf(name, definition, amounts);
  const isPlain =
    [...definition.keys()].join() === MEMBERS.join() &&
    definition.get("name") === name &&
    type !== null &&
    typeof max === "bigint" &&
    typeof optional === "boolean" &&
    (cases === null || isList(cases)) &&
    Number.isSafeInteger(Number(max));
  const members = isPlain
    ? { max, optional: !optional, default: definition.get("default") ?? null, cases }
    : null;
  return { name, type: type ?? "any", members, definition };
}

function typeOf(name: string, definition: ValueMap, amounts: ReadonlySet<string>): DeclaredType | null {
  const type = definition.get("type") ?? null;
  if (type !== "string") return TYPES.get(type) ?? null;
  if (amounts.has(name)) return "decimal";
  return definition.get("maxlength") === ADDRESS_LENGTH ? "address" : "text";
}

function amountsIn(executions: Value): ReadonlySet<string> {
  const amounts = new Set<string>();
  for (const [operator, args] of callsIn(executions)) {
    if (!ARITHMETIC.test(operator)) continue;
    for (const argument of args) {
      const loaded = isMap(argument) && argument.size === 1 ? argument.get("$load_param") : undefined;
      if (isList(loaded) && loaded.length === 1 && typeof loaded[0] === "string") amounts.add(loaded[0]);
    }
  }
  return amounts;
}
