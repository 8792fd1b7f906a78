import type { Context } from "node:vm";
import { ChainError } from "../../codec/chain-error.js";
import { escapeControls } from "../../codec/escape-controls.js";
import { globalOf } from "../evaluation/create-context.js";
import { CONSOLE_NAMES } from "../names/table.js";
import { operatorTopics } from "../names/operator-topics.js";
import { liveNames } from "./live-names.js";
import { findLineCursor } from "./line-cursor.js";
import type { ValueSource } from "./values.js";

/** The words that may replace the end of a line. */
export interface Completion {
  readonly words: readonly string[];
  /** The characters to replace. */
  readonly word: string;
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
  if (quote !== null) {
    const texts = call === null ? [] : await real(values.texts(call));
    return matching(texts.filter(isPlainText), word);
  }
  if (call?.isMember === true)
    return matching(
      (await real(values.members(call))).filter(isName).map((name) => `${name}: `),
      word,
    );
  const isNumber = call !== null && /^\d*$/.test(word);
  const numbers = isNumber ? matching(await real(values.numbers(call)), word) : null;
  if (numbers !== null && numbers.words.length > 0) return numbers;
  return matching(liveNames(word, global), word);
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
