import { entriesOf, isContainer, type Value } from "../../codec/value.js";
import type { Terminal } from "../terminal/terminal.js";
import { parseNamed, readContent, readJsonSource } from "./source.js";
import * as errors from "../errors.js";

/** `name=…` or `name:=…`; the name ends at the first of them. */
const PARAMETER = /^([^=:]+)(:?=)([\s\S]*)$/;

export interface GivenParameters {
  readonly values: ReadonlyMap<string, Value>;
  /** The parameters given as `name=value`. The others are JSON and are taken literally. */
  readonly texts: ReadonlySet<string>;
}

/**
 * The parameters of a contract or request in the order given: `name=value`, `name:=json`, either with `@file` as its
 * value, `@file` or `-` for a whole JSON map. JSON is read as the protocol does: integers keep their digits.
 */
export async function readParameters(words: readonly string[], terminal: Terminal): Promise<GivenParameters> {
  const values = new Map<string, Value>();
  const texts = new Set<string>();
  const setJson = (name: string, value: Value): void => {
    values.set(name, value);
    texts.delete(name);
  };
  for (const word of words) {
    if (word === "-" || word.startsWith("@")) {
      const path = word === "-" ? word : word.slice(1);
      for (const [name, value] of entriesOf(await readMap(path, terminal))) setJson(name, value);
      continue;
    }
    const match = PARAMETER.exec(word);
    if (match === null) throw errors.parameterWord({ got: word });
    const [, name = "", operator = "", text = ""] = match;
    if (operator === "=") {
      values.set(name, await readText(text, terminal));
      texts.add(name);
    } else setJson(name, await readJson(text, terminal));
  }
  return { values, texts };
}

export async function parseParameters(
  words: readonly string[],
  terminal: Terminal,
): Promise<Map<string, Value>> {
  return new Map((await readParameters(words, terminal)).values);
}

/** The name in `name=…` or `name:=…`, undefined for any other word. */
export function parameterName(word: string): string | undefined {
  return PARAMETER.exec(word)?.[1];
}

/** Parses one value: a text, `:=json`, `@file` for the text of a file, `-` for the text of stdin. */
export async function parseOperand(word: string, terminal: Terminal): Promise<Value> {
  if (word === "-") return terminal.readInput();
  return word.startsWith(":=") ? readJson(word.slice(2), terminal) : readText(word, terminal);
}

async function readText(text: string, terminal: Terminal): Promise<string> {
  return text.startsWith("@") ? readContent(text.slice(1), terminal) : text;
}

async function readJson(text: string, terminal: Terminal): Promise<Value> {
  return text.startsWith("@")
    ? readJsonSource(text.slice(1), terminal)
    : parseNamed(text, { json: shortened(text) });
}

const SHOWN_LENGTH = 60;

function shortened(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text;
}

async function readMap(path: string, terminal: Terminal): Promise<Extract<Value, object>> {
  const value = await readJsonSource(path, terminal);
  // The empty list is the empty map (PROTOCOL 1.5).
  if (isContainer(value) && (value instanceof Map || (value as readonly Value[]).length === 0)) return value;
  throw errors.parameterMap({ source: path === "-" ? "stdin" : path });
}
