import { isDecimal } from "../codec/decimal.js";
import { isNumericText } from "../codec/loose-order.js";
import { isStateKeyPart } from "../codec/state-key-part.js";
import {
  entriesOf,
  isContainer,
  isList,
  isMap,
  sizeOf,
  type Value,
  type ValueList,
  type ValueMap,
} from "../codec/value.js";
import type { CodeKind } from "../records/code-layout.js";
import { memberPath } from "../records/json-path.js";
import { nearestName } from "../base/text/nearest-name.js";
import { operatorOf } from "../vm/compile.js";
import { UNLIMITED, type Arity } from "../records/operators/operator.js";
import { argumentsOf, type Operator } from "../vm/operator.js";
import { operatorsFor } from "../vm/operators/table.js";
import { patternFault } from "../vm/pattern.js";
import { allCalls, hasCall, type PlacedExpression } from "./calls.js";
import type { Report } from "./report.js";
import { ZERO_ADDRESS } from "../codec/address.js";
import { evaluateExpression } from "../vm/evaluate.js";

/** Operators on which a constant that is not decimal text makes every call fail (PROTOCOL 7.18). */
const NUMERIC = /^(?:add|sub|mul|div|precise_\w+)$/;
/** Operators that return a single operand as its text (PROTOCOL 7.25). */
const KEEPS_ONE = /^(?:sub|mul|div)$/;
const STATE = /^(?:read|write)_(?:universal|local)$/;
const READ = /^\$read_(?:universal|local)$/;

/** Reports what does not run as written (PROTOCOL 7.1, 7.2). Recurses as deep as JSON nests. */
export function checkExpression(expression: Value, path: string, kind: CodeKind, report: Report): void {
  if (!isContainer(expression)) return;
  let called: string | null = null;
  for (const [key, member] of entriesOf(expression)) {
    const at = memberPath(path, isList(expression) ? Number(key) : key);
    if (called !== null)
      report("MEMBER_IGNORED", at, `This member is ignored: ${called} is the value of the whole map.`);
    if (isMap(expression) && key.startsWith("$") && checkOperator([key, member], at, kind, report))
      called ??= key;
    checkExpression(member, at, kind, report);
  }
}

/** Reports findings about a `$` key and returns whether it certainly calls an operator. */
function checkOperator(
  [key, member]: readonly [string, Value],
  path: string,
  kind: CodeKind,
  report: Report,
): boolean {
  const operator = operatorOf(key, operatorsFor(kind));
  if (operator === undefined) {
    report("OPERATOR_UNKNOWN", path, unknownOperator(key, kind));
    return false;
  }
  if (!isContainer(member)) {
    report("ARGUMENTS_ARE_DATA", path, `${key} is data here: its arguments are neither a list nor a map.`);
    return false;
  }
  if (isMap(member) && isCall(member, kind)) return false;
  const miscount = wrongCount(key, operator.arity, givenOf(operator, member));
  if (miscount !== null) report("ARGUMENT_COUNT", path, miscount);
  checkArguments(operator, member, path, report);
  return true;
}

function unknownOperator(key: string, kind: CodeKind): string {
  const other = kind === "contract" ? "request" : "contract";
  if (operatorOf(key, operatorsFor(other)) !== undefined)
    return `${key} is for ${other}s only: here it is data.`;
  const nearest = nearestName(key.slice(1), [...operatorsFor(kind).keys()]);
  return `${key} is not an operator, so it is data.${nearest === undefined ? "" : ` Did you mean $${nearest}?`}`;
}

function isCall(map: ValueMap, kind: CodeKind): boolean {
  return [...map.keys()].some((key) => operatorOf(key, operatorsFor(kind)) !== undefined);
}

/** The number of arguments. In a map that is read by position, only members at these positions count (PROTOCOL 7.4). */
function givenOf({ arity: [, max] }: Operator, container: ValueList | ValueMap): number {
  if (!isMap(container) || max === UNLIMITED) return sizeOf(container);
  return [...container.keys()].filter((key) => /^\d$/.test(key) && Number(key) < max).length;
}

function wrongCount(key: string, [min, max]: Arity, given: number): string | null {
  if (given >= min && given <= max) return null;
  const most = max === UNLIMITED ? `${min} or more` : min === max ? String(min) : `${min} to ${max}`;
  return `${key} takes ${most} arguments; ${given} are given.`;
}

function checkArguments(
  operator: Operator,
  container: ValueList | ValueMap,
  path: string,
  report: Report,
): void {
  const args = argumentsOf(operator, container);
  const { name } = operator;
  if (name === "reg_match") checkPattern(args[0], path, report);
  if (STATE.test(name)) checkCell(args, operator, path, report);
  if (NUMERIC.test(name) && !(KEEPS_ONE.test(name) && args.length === 1))
    for (const operand of args) checkOperand(operand, path, report);
}

function checkPattern(pattern: Value | undefined, path: string, report: Report): void {
  const fault = typeof pattern === "string" ? patternFault(pattern) : null;
  if (fault !== null) report("PATTERN", path, `The pattern never matches: ${fault}.`);
}

function checkCell([attribute, key]: ValueList, { name }: Operator, path: string, report: Report): void {
  // A map may be a call that returns text. A list is always a list.
  if (isList(attribute) || isList(key))
    report("CELL_NAME", path, "An attribute or key is a list: every call fails.");
  if (hasRead(attribute) || hasRead(key)) {
    const effect = name.startsWith("read")
      ? "it reads as absent, whatever it holds"
      : "a write replaces its value unread";
    const cause = "The key depends on a read, so on a network of rules 1 the cell is not loaded";
    report("DEPENDENT_KEY", path, `${cause}: ${effect}.`);
  }
  if (key === undefined || isContainer(key)) return;
  if ((typeof key === "string" || typeof key === "bigint") && isStateKeyPart(key.toString())) return;
  const effect = name.startsWith("read") ? "the read gives null" : "the write is dropped";
  report("CELL_NAME", path, `The key is not lower-case hex of even length from 2 to 64: ${effect}.`);
}

/** Whether it reads state: its value then differs between the passes (PROTOCOL 7.5). */
function hasRead(expression: Value | undefined): boolean {
  if (!isContainer(expression)) return false;
  for (const [key, member] of entriesOf(expression)) {
    if (isMap(expression) && READ.test(key) && isContainer(member)) return true;
    if (hasRead(member)) return true;
  }
  return false;
}

function checkOperand(operand: Value, path: string, report: Report): void {
  if (typeof operand !== "string" || !isNumericText(operand) || isDecimal(operand)) return;
  report("NUMBER", path, `'${operand}' is not decimal text: every call fails.`);
}

/** What a call depends on beside the code: parameters, state, the chain, the weight. */
const VARIABLE = /^(?:load_param|read_|write_|weight|get_|list_|\w+_count|response|condition)/;
/** Operators that match `VARIABLE` and depend on their arguments alone. */
const CONSTANT: ReadonlySet<string> = new Set(["get_type"]);

/** Reports conditions and branches that are always decided the same way, and writes behind the response. */
export function checkBranches(kind: CodeKind, executions: readonly PlacedExpression[], report: Report): void {
  for (const { operator, args, path } of allCalls(executions)) {
    if (operator !== "condition" && operator !== "if") continue;
    const holds = constantOf(args[0] ?? null, kind);
    if (holds === undefined) continue;
    // A literal is deliberate: such a code is switched off.
    if (operator === "condition" && args[0] === false) continue;
    const isTrue = holds === true;
    if (operator === "if")
      report("BRANCH_UNREACHABLE", path, `The ${isTrue ? "third" : "second"} argument is never chosen.`);
    else
      report(
        "BRANCH_UNREACHABLE",
        path,
        isTrue ? "The condition always holds." : "The condition never holds.",
      );
  }
  checkBehindResponse(executions, report);
}

/** The value of an expression that depends on nothing; undefined for any other, and when it fails. */
function constantOf(expression: Value, kind: CodeKind): Value | undefined {
  if (hasCall(expression, ({ operator }) => VARIABLE.test(operator) && !CONSTANT.has(operator)))
    return undefined;
  const { execution } = evaluateExpression(expression, {
    kind,
    writer: ZERO_ADDRESS,
    space: "",
    parameters: new Map(),
    implicit: null,
    state: { read: () => undefined },
    chain: null,
  });
  return execution.status === "done" ? execution.value : undefined;
}

function checkBehindResponse(executions: readonly PlacedExpression[], report: Report): void {
  const first = executions.findIndex((execution) =>
    allCalls([execution]).some(({ operator, branches }) => operator === "response" && branches.size === 0),
  );
  if (first < 0) return;
  for (const { operator, path } of allCalls(executions.slice(first + 1)))
    if (operator === "response" || operator.startsWith("write_"))
      report("BRANCH_UNREACHABLE", path, "The call ends before this: a response stands before it.");
}
