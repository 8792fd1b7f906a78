import type { Context } from "node:vm";
import { ChainError } from "../../codec/chain-error.js";
import { escapeControls } from "../../codec/escape-controls.js";
import { describeOperator } from "../../records/operators/describe.js";
import { OPERATORS } from "../../records/operators/table.js";
import { globalOf } from "../evaluation/create-context.js";
import { CONSOLE_NAMES, operatorTopics } from "../names/table.js";
import { liveNames } from "./live-names.js";
import { findLineCursor } from "./line-cursor.js";
import type { ValueSource } from "./values.js";

/** The words that may replace the end of a line. */
export interface Completion {
  readonly words: readonly string[];
  /** The characters to replace. */
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
  if (hash !== undefined) return matching(await real(values.transactions()), hash);
  if (quote !== null && word.startsWith("$")) return matching(operatorTopics(), word);
  if (quote !== null) {
    const texts = call === null ? [] : await real(values.texts(call));
    return matching(texts.filter(isPlainText), word);
  }
  if (call?.isMember === true)
    return matching(
      (await real(values.members(call))).filter(isName).map((name) => `${name}: `),
      word,
    );
  const detail = word === "" && call !== null ? operatorDetail(call.name) : undefined;
  if (detail !== undefined) return { words: [], word, detail };
  const isNumber = call !== null && /^\d*$/.test(word);
  const numbers = isNumber ? matching(await real(values.numbers(call)), word) : null;
  if (numbers !== null && numbers.words.length > 0) return numbers;
  return matching(liveNames(word, global), word);
}

/** The signature and summary of the operator that `op.name` builds. */
function operatorDetail(name: string): string | undefined {
  const operator = /^op\.(\w+)$/.exec(name)?.[1] ?? "";
  const spec = OPERATORS.get(operator);
  if (spec === undefined) return undefined;
  const { signature, sentence } = describeOperator(operator, spec);
  return `${signature}\n${sentence}`;
}

/**
 * Whether a name is plain text. Names on the chain are chosen by the authors of codes and must not break out of a
 * quoted text.
 */
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

/** Offers nothing when no node answers. */
async function real(words: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await words;
  } catch (error) {
    if (error instanceof ChainError) return [];
    throw error;
  }
}
