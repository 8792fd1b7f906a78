import type { Value, ValueMap } from "../codec/value.js";
import { layoutOf } from "../records/code-layout.js";
import { parseParameterDefinitions, type ParameterDefinition } from "../records/parameter.js";
import { allCalls, hasCall, isSame, type Call, type PlacedExpression } from "./calls.js";

/** What a code writes, and what that depends on. */

export const COMPARISONS: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte", "eq"]);
export const SUMS: ReadonlySet<string> = new Set(["add", "sub", "precise_add", "precise_sub"]);

export interface Writing {
  readonly calls: readonly Call[];
  readonly writes: readonly Call[];
  readonly decisions: readonly Value[];
  readonly parameters: readonly ParameterDefinition[];
}

export function writingOf(record: ValueMap, executions: readonly PlacedExpression[]): Writing {
  const calls = allCalls(executions);
  const writes = calls.filter(({ operator }) => operator.startsWith("write_"));
  const decisions = calls
    .filter(({ operator }) => operator === "condition" || operator === "if")
    .flatMap(({ args: [holds] }) => (holds === undefined ? [] : [holds]));
  const parameters = parseParameterDefinitions(record.get(layoutOf(record).parameters) ?? null) ?? [];
  return { calls, writes, decisions, parameters };
}

/** Whether the written value is a sum of the cell's own value. */
export function isChange(write: Call, operators: Iterable<string> = SUMS): boolean {
  const sums = new Set(operators);
  return hasCall(
    write.args[2],
    ({ operator, args }) => sums.has(operator) && args.some((arg) => isOwnRead(arg, write)),
  );
}

export function isOwnRead(expression: Value | undefined, { operator, args }: Call): boolean {
  const read = operator.replace("write", "read");
  return hasCall(
    expression,
    (call) => call.operator === read && isSame(call.args[0], args[0]) && isSame(call.args[1], args[1]),
  );
}
