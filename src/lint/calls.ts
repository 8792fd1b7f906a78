import { canonicalJson } from "../codec/canonical-json.js";
import {
  entriesOf,
  isContainer,
  isList,
  isMap,
  valuesOf,
  type Value,
  type ValueList,
  type ValueMap,
} from "../codec/value.js";
import { layoutOf } from "../records/code-layout.js";
import { memberPath } from "../records/json-path.js";

export interface PlacedExpression {
  readonly expression: Value;
  readonly path: string;
}

export interface Call {
  /** Without the `$`. */
  readonly operator: string;
  readonly args: ValueList;
  readonly path: string;
  /** The branches that it stands in, as the path of each `$if` and the number of the argument. */
  readonly branches: ReadonlyMap<string, number>;
}

/** The executions of a record in their order, conditions of the classic format included (PROTOCOL 6.3). */
export function executionsOf(record: ValueMap): readonly PlacedExpression[] {
  if (layoutOf(record).format === "method") return membersAt(record, "e");
  const conditions = membersAt(record, "conditions").map(({ expression, path }) => ({
    expression: new Map([["$condition", expression]]),
    path,
  }));
  if (record.get("type") === "contract") return [...conditions, ...membersAt(record, "updates")];
  const response = new Map([["$response", [record.get("response") ?? null]]]);
  return [...conditions, { expression: response, path: "$.response" }];
}

function membersAt(record: ValueMap, name: string): readonly PlacedExpression[] {
  const list = record.get(name);
  const path = memberPath("$", name);
  return isList(list) ? list.map((expression, at) => ({ expression, path: memberPath(path, at) })) : [];
}

/** Yields every call in an expression, outer calls first. Recurses as deep as JSON nests. */
function* callsOf(
  { expression, path }: PlacedExpression,
  branches: ReadonlyMap<string, number> = new Map(),
): Generator<Call, void, undefined> {
  if (!isContainer(expression)) return;
  for (const [key, member] of entriesOf(expression)) {
    const at = memberPath(path, isList(expression) ? Number(key) : key);
    if (!isMap(expression) || !key.startsWith("$") || !isContainer(member)) {
      yield* callsOf({ expression: member, path: at }, branches);
      continue;
    }
    yield { operator: key.slice(1), args: valuesOf(member), path: at, branches };
    for (const [index, [name, argument]] of [...entriesOf(member)].entries()) {
      const place = memberPath(at, isList(member) ? index : name);
      const inner = key === "$if" && index > 0 ? new Map([...branches, [at, index]]) : branches;
      yield* callsOf({ expression: argument, path: place }, inner);
    }
  }
}

export function allCalls(executions: readonly PlacedExpression[]): readonly Call[] {
  return executions.flatMap((execution) => Array.from(callsOf(execution)));
}

export function hasCall(expression: Value | undefined, isSought: (call: Call) => boolean): boolean {
  if (expression === undefined) return false;
  for (const call of callsOf({ expression, path: "" })) if (isSought(call)) return true;
  return false;
}

/** The name in `{"$load_param": [name, …]}`; null for any other call, and for a name that is computed. */
export function loadedName({ operator, args: [name] }: Pick<Call, "operator" | "args">): string | null {
  return operator === "load_param" && typeof name === "string" ? name : null;
}

export function loads(expression: Value | undefined, parameter: string): boolean {
  return hasCall(expression, (call) => loadedName(call) === parameter);
}

export function isSame(left: Value | undefined, right: Value | undefined): boolean {
  return canonicalJson(left ?? null) === canonicalJson(right ?? null);
}
