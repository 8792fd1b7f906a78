import { createReadStream } from "node:fs";
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

const LINE_FEED = 10;

/** The lines of a file, or of stdin for `-`, as they arrive, without blank ones. Throws as `readSource` does. */
export async function* readLines(path: string, terminal: Terminal): AsyncGenerator<string, void, undefined> {
  const chunks = path === "-" ? terminal.inputChunks() : fileChunks(path);
  let open: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield* textOf([...open, chunk.subarray(start, end)]);
      open = [];
      start = end + 1;
    }
    open.push(chunk.subarray(start));
  }
  yield* textOf(open);
}

function textOf(parts: readonly Uint8Array[]): readonly string[] {
  const line = utf8ToText(Buffer.concat(parts));
  return line.trim() === "" ? [] : [line];
}

async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Uint8Array;
  } catch (cause) {
    throw fileError(cause, path) ?? cause;
  }
}
