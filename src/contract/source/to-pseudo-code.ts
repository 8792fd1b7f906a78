import { escapeControls } from "../../codec/shown-text.js";
import { valueToJson } from "../../codec/readable-json.js";
import { entriesOf, isContainer, isList, isMap, type Value, type ValueList } from "../../codec/value.js";
import { parseCode } from "../../records/code.js";
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
  const { kind, name, version, space, writer, parameters, executions } = parseCode(text);
  const writing = new PseudoCode(findState(executions, new Set()));
  const body = executions.map((execution) => `  ${writing.execution(execution)}\n`);
  const sections = [
    `${kind} ${escapeControls(name)} ${escapeControls(version)}\n`,
    `space ${escapeControls(space)} of ${escapeControls(writer)}\n`,
    listSection(
      "parameters",
      parameters === null ? ["(not valid: every call fails)"] : parameters.map(parameterLine),
    ),
    listSection("state", writing.stateLines()),
    `\n${body.join("")}`,
  ];
  return sections.join("");
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

class PseudoCode {
  readonly #state: ReadonlyMap<string, DeclaredState>;

  constructor(state: ReadonlyMap<string, DeclaredState>) {
    this.#state = state;
  }

  stateLines(): readonly string[] {
    return [...this.#state.values()].map(({ kind, attribute, default: otherwise, isSingle }) => {
      const empty = otherwise === undefined ? "" : `, ${valueToJson(otherwise)} when it holds nothing`;
      return `${kind} ${escapeControls(attribute)}${isSingle ? "" : "[key]"}${empty}`;
    });
  }

  execution(value: Value): string {
    const [operator, args] = callOf(value) ?? ["", []];
    if (operator === "condition") return `require ${this.#text(args[0])}, else ${this.#text(args[1])}`;
    return this.#text(value);
  }

  #text(value: Value | undefined): string {
    if (value === undefined) return "null";
    const called = callOf(value);
    if (called !== null) return this.#call(...called);
    if (!isContainer(value)) return valueToJson(value);
    const members = Array.from(entriesOf(value), ([name, member]) =>
      isList(value) ? this.#text(member) : `${valueToJson(name)}: ${this.#text(member)}`,
    );
    return isList(value) ? `[${members.join(", ")}]` : `{ ${members.join(", ")} }`;
  }

  #call(operator: string, args: ValueList): string {
    if (operator === "load_param" && args.length > 0 && args.every((name) => typeof name === "string"))
      return args.map((name) => escapeControls(name)).join(".");
    if (CELL.test(operator) && args.length >= 2) return this.#cell(operator, args);
    if (operator === "response") return `answer ${this.#text(args[0])}`;
    if (operator === "if" && args.length === 3)
      return `if ${this.#text(args[0])} then ${this.#text(args[1])} else ${this.#text(args[2])}`;
    const sign = INFIX.get(operator);
    if (sign !== undefined && args.length > 1)
      return args.map((each) => this.#operand(each)).join(` ${sign} `);
    return `${operator}(${args.map((each) => this.#text(each)).join(", ")})`;
  }

  /** An operand of an infix operator, in parentheses when it has one itself. */
  #operand(value: Value): string {
    const [operator = "", args = []] = callOf(value) ?? [];
    const isCompound = (INFIX.has(operator) && args.length > 1) || operator === "if";
    return isCompound ? `(${this.#text(value)})` : this.#text(value);
  }

  #cell(operator: string, [attribute = null, key = null, third]: ValueList): string {
    const kind = operator.slice(operator.indexOf("_") + 1);
    const state = typeof attribute === "string" ? this.#state.get(stateId(kind, attribute)) : undefined;
    const name = typeof attribute === "string" ? escapeControls(attribute) : `(${this.#text(attribute)})`;
    const cell = state?.isSingle === true ? name : `${name}[${this.#text(key)}]`;
    if (operator.startsWith("write")) return `${cell} := ${this.#text(third)}`;
    const isUsual = third === undefined || (state !== undefined && hasDefault(state, third));
    return isUsual
      ? cell
      : `${operator}(${[attribute, key, third].map((each) => this.#text(each)).join(", ")})`;
  }
}

function callOf(value: Value): readonly [operator: string, args: ValueList] | null {
  if (!isMap(value) || value.size !== 1) return null;
  const [[name, args] = ["", null]] = value;
  return name.startsWith("$") && isList(args) ? [name.slice(1), args] : null;
}
