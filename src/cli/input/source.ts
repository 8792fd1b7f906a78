import { readFile } from "node:fs/promises";
import { fileError } from "../../codec/file-error.js";
import { ChainError } from "../../codec/chain-error.js";
import { parseJson, utf8ToText } from "../../codec/parse-json.js";
import type { Value } from "../../codec/value.js";
import type { Terminal } from "../terminal/terminal.js";

/**
 * The text of a file named on the command line; `-` is stdin. Throws `FILE_MISSING` or another file error, or
 * `JSON_ENCODING` when the text is not UTF-8.
 */
export async function readSource(path: string, terminal: Terminal): Promise<string> {
  return path === "-" ? terminal.readInput() : utf8ToText(await readBytes(path));
}

/** The JSON value of a file, read as `readSource` does. Errors name the file. */
export async function readJsonSource(path: string, terminal: Terminal): Promise<Value> {
  return parseNamed(await readSource(path, terminal), { source: path === "-" ? "stdin" : path });
}

/** Parses JSON text. Throws as `parseJson` does, with `whose` among the details. */
export function parseNamed(text: string, whose: Readonly<Record<string, string>>): Value {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw error.with({ details: whose });
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw fileError(cause, path) ?? cause;
  }
}
