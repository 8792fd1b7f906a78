import { escapeControls } from "../../codec/shown-text.js";
import { valueToJson } from "../../codec/readable-json.js";
import { entriesOf, isContainer, isList, isMap, type Value, type ValueList } from "../../codec/value.js";
import { parseCode, type Method } from "../../records/code.js";
import type { ParameterDefinition } from "../../records/parameter.js";
import { findState, hasDefault, stateId, type DeclaredState } from "./declared-state.js";

const INFIX: ReadonlyMap<string, string> = new Map([
  ["add", "+"],
  ["sub", "-"],
  ["mul", "*"],
  ["div", "/"],
  ["eq", "="],
  ["ne", "≠"],
  ["gt", ">"],
  ["gte", "≥"],
  ["lt", "<"],
  ["lte", "≤"],
  ["and", "and"],
  ["or", "or"],
]);
const CELL = /^(read|write)_(?:universal|local)$/;

/** Prints a code's JSON as short pseudo-code for reading. Throws `CODE_BROKEN` for a text that no code can be read from. */
export function toPseudoCode(text: string): string {
  const method = parseCode(text);
  const { kind, name, version, space, writer, parameters } = method;
  const state = findState(method.executions, new Set());
  const body = executionLines(method).map((line) => `  ${line}\n`);
  const sections = [
    `${kind} ${escapeControls(name)} ${escapeControls(version)}\n`,
    `space ${escapeControls(space)} of ${escapeControls(writer)}\n`,
    listSection(
      "parameters",
      parameters === null ? ["(not valid: every call fails)"] : parameters.map(parameterLine),
    ),
    listSection("state", [...state.values()].map(stateLine)),
    `\n${body.join("")}`,
  ];
  return sections.join("");
}

/** The executions of a method, a line each. `mark` may change the text of a call. */
export function executionLines(
  { executions }: Pick<Method, "executions">,
  mark: Reading["mark"] = (_, text) => text,
): readonly string[] {
  const reading = { states: findState(executions, new Set()), mark };
  return executions.map((execution) => executionText(execution, reading));
}

function listSection(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${title}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function parameterLine({
  name,
  type,
  maxlength,
  requirements,
  default: otherwise,
  cases,
}: ParameterDefinition): string {
  const notes = [
    `${type ?? "any"}, at most ${maxlength} bytes`,
    ...(requirements ? [] : ["optional"]),
    ...(otherwise === null ? [] : [`default ${valueToJson(otherwise)}`]),
    ...(cases === null ? [] : [`one of ${valueToJson(cases)}`]),
  ];
  return `${escapeControls(name)}: ${notes.join(", ")}`;
}

function stateLine({ kind, attribute, default: otherwise, isSingle }: DeclaredState): string {
  const empty = otherwise === undefined ? "" : `, ${valueToJson(otherwise)} when it holds nothing`;
  return `${kind} ${escapeControls(attribute)}${isSingle ? "" : "[key]"}${empty}`;
}

interface Reading {
  readonly states: ReadonlyMap<string, DeclaredState>;
  readonly mark: (call: Value, text: string) => string;
}

function executionText(value: Value, reading: Reading): string {
  const [operator, [holds, message] = []] = callOf(value) ?? [];
  if (operator !== "condition") return textOf(value, reading);
  return reading.mark(value, `require ${textOf(holds, reading)}, else ${textOf(message, reading)}`);
}

function textOf(value: Value | undefined, reading: Reading): string {
  if (value === undefined) return "null";
  const called = callOf(value);
  if (called !== null) return reading.mark(value, callText(called, reading));
  if (!isContainer(value)) return valueToJson(value);
  const members = Array.from(entriesOf(value), ([name, member]) =>
    isList(value) ? textOf(member, reading) : `${valueToJson(name)}: ${textOf(member, reading)}`,
  );
  return isList(value) ? `[${members.join(", ")}]` : `{ ${members.join(", ")} }`;
}

function callText([operator, args]: OperatorCall, reading: Reading): string {
  const text = (index: number): string => textOf(args[index], reading);
  if (operator === "load_param" && args.length > 0 && args.every((name) => typeof name === "string"))
    return args.map((name) => escapeControls(name)).join(".");
  if (CELL.test(operator) && args.length >= 2) return cellText([operator, args], reading);
  if (operator === "response") return `answer ${text(0)}`;
  if (operator === "if" && args.length === 3) return `if ${text(0)} then ${text(1)} else ${text(2)}`;
  const sign = INFIX.get(operator);
  if (sign !== undefined && args.length > 1)
    return args.map((each) => operandText(each, reading)).join(` ${sign} `);
  return `${operator}(${args.map((each) => textOf(each, reading)).join(", ")})`;
}

/** An operand of an infix operator, in parentheses when it has one itself. */
function operandText(value: Value, reading: Reading): string {
  const [operator = "", args = []] = callOf(value) ?? [];
  const isCompound = (INFIX.has(operator) && args.length > 1) || operator === "if";
  return isCompound ? `(${textOf(value, reading)})` : textOf(value, reading);
}

function cellText([operator, args]: OperatorCall, reading: Reading): string {
  const [attribute = null, key = null, third] = args;
  const kind = operator.slice(operator.indexOf("_") + 1);
  const state = typeof attribute === "string" ? reading.states.get(stateId(kind, attribute)) : undefined;
  const name = typeof attribute === "string" ? escapeControls(attribute) : `(${textOf(attribute, reading)})`;
  const cell = state?.isSingle === true ? name : `${name}[${textOf(key, reading)}]`;
  if (operator.startsWith("write")) return `${cell} := ${textOf(third, reading)}`;
  if (third === undefined || (state !== undefined && hasDefault(state, third))) return cell;
  return `${operator}(${[attribute, key, third].map((each) => textOf(each, reading)).join(", ")})`;
}

type OperatorCall = readonly [operator: string, args: ValueList];

function callOf(value: Value): OperatorCall | null {
  if (!isMap(value) || value.size !== 1) return null;
  const [[name, args] = ["", null]] = value;
  return name.startsWith("$") && isList(args) ? [name.slice(1), args] : null;
}
