import type { Context } from "node:vm";
import { instead } from "../../codec/chain-error.js";
import { escapeControls } from "../../codec/shown-text.js";
import { describeOperator } from "../../records/operators/describe.js";
import { OPERATORS } from "../../records/operators/table.js";
import { globalOf } from "../evaluation/evaluator.js";
import { CONSOLE_NAMES, operatorTopics } from "../names/table.js";
import { findLineCursor } from "./line-cursor.js";
import type { ValueSource } from "./values.js";

export interface Completion {
  readonly words: readonly string[];
  readonly word: string;
  /** What is shown when there is no word: the signature of the operator whose arguments are typed. */
  readonly detail?: string;
}

/** Completes a line: the console's commands, names and members of live objects, and actual values of arguments. */
export async function completeLine(line: string, context: Context, values: ValueSource): Promise<Completion> {
  if (/^\.\w*$/.test(line)) {
    const commands = CONSOLE_NAMES.map(({ name }) => name).filter((name) => name.startsWith("."));
    return matching(commands, line);
  }
  const { word, quote, call } = findLineCursor(line);
  const global = globalOf(context);
  const topic = /^\.help (\S*)$/.exec(line)?.[1];
  if (topic !== undefined) return matching([...liveNames(topic, global), ...operatorTopics()], topic);
  const hash = /^\.(?:trace|why) (\S*)$/.exec(line)?.[1];
  if (hash !== undefined) return matching(await values.transactions().catch(instead([])), hash);
  if (quote !== null && word.startsWith("$")) return matching(operatorTopics(), word);
  if (quote !== null) {
    const texts = call === null ? [] : await values.texts(call).catch(instead([]));
    return matching(texts.filter(isPlainText), word);
  }
  if (call?.isMember === true)
    return matching(
      (await values.members(call).catch(instead([]))).filter(isName).map((name) => `${name}: `),
      word,
    );
  const detail = word === "" && call !== null ? operatorDetail(call.name) : undefined;
  if (detail !== undefined) return { words: [], word, detail };
  const isNumber = call !== null && /^\d*$/.test(word);
  const numbers = isNumber ? matching(await values.numbers(call).catch(instead([])), word) : null;
  if (numbers !== null && numbers.words.length > 0) return numbers;
  return matching(liveNames(word, global), word);
}

function operatorDetail(name: string): string | undefined {
  const operator = /^op\.(\w+)$/.exec(name)?.[1] ?? "";
  const spec = OPERATORS.get(operator);
  if (spec === undefined) return undefined;
  const { signature, sentence } = describeOperator(operator, spec);
  return `${signature}\n${sentence}`;
}

/** Whether a name is plain text: authors choose names, which must not break out of quotes. */
function isPlainText(word: string): boolean {
  return !/["'`\\]/.test(word) && escapeControls(word) === word;
}

function isName(word: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(word);
}

function matching(words: readonly string[], word: string): Completion {
  const known = new Set(words.filter((each) => each.startsWith(word)));
  return { words: [...known].toSorted(), word };
}

/** Keywords that do not begin an expression at a prompt. */
const KEYWORDS = [
  "async",
  "await",
  "class",
  "const",
  "delete",
  "for",
  "function",
  "if",
  "let",
  "new",
  "return",
  "typeof",
  "var",
  "void",
  "while",
];

/** The complete names that continue a dotted expression: `chain.he` → `chain.height`. Nothing is called. */
function liveNames(word: string, context: object): readonly string[] {
  const path = word.split(".");
  const begun = path.pop() ?? "";
  if (path.length === 0) {
    if (begun === "") return ownNames(context);
    return [...namesOf(context), ...KEYWORDS].filter((name) => name.startsWith(begun));
  }
  let target: unknown = context;
  for (const name of path) target = valueOf(target, name);
  if (target === null || target === undefined) return [];
  return namesOf(target)
    .filter((name) => name.startsWith(begun) && (begun !== "" || !name.startsWith("_")))
    .map((name) => [...path, name].join("."));
}

function ownNames(context: object): readonly string[] {
  const names = CONSOLE_NAMES.flatMap(({ name }) => (name.startsWith(".") ? [] : [name.split(".")[0] ?? ""]));
  return [...new Set(names)].filter((name) => name in context);
}

/** The names of an object and its prototypes, except those that every object has. */
function namesOf(target: unknown): readonly string[] {
  const names = new Set<string>();
  for (let object: unknown = Object(target); object !== null; object = Object.getPrototypeOf(object)) {
    const isRoot = Object.getPrototypeOf(object) === null;
    if (isRoot && names.size > 0) break;
    for (const name of Object.getOwnPropertyNames(object))
      if (/^[A-Za-z_$][\w$]*$/.test(name)) names.add(name);
  }
  return [...names];
}

/** Undefined when the property is a getter. */
function valueOf(target: unknown, name: string): unknown {
  for (
    let object: unknown = target === undefined || target === null ? null : Object(target);
    object !== null;
  ) {
    const property = Object.getOwnPropertyDescriptor(object, name);
    if (property !== undefined) return property.value;
    object = Object.getPrototypeOf(object);
  }
  return undefined;
}
