import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileError, refusedFile } from "../../codec/file-error.js";
import { ChainError } from "../../codec/chain-error.js";
import { plainText, withoutByteOrderMark } from "../../codec/file-text.js";
import { parseJson, utf8ToText } from "../../codec/parse-json.js";
import { placedInFile, type TextOfFile } from "../../codec/text-place.js";
import type { Value } from "../../codec/value.js";
import type { Terminal } from "../terminal/terminal.js";
import * as errors from "../errors.js";

/** The content of a file, `-` for stdin. Throws a file error, or `JSON_ENCODING` when it is not UTF-8. */
export async function readContent(path: string, terminal: Terminal): Promise<string> {
  return path === "-" ? terminal.readInput() : utf8ToText(await readBytes(path));
}

/** The plain text of a file or of stdin. Throws as `readContent` does. */
export async function readSource(path: string, terminal: Terminal): Promise<string> {
  return plainText(await readContent(path, terminal));
}

/** The JSON value of a file, read as `readSource` does. Errors name the file and the place in it. */
export async function readJsonSource(path: string, terminal: Terminal): Promise<Value> {
  const text = await readSource(path, terminal);
  const source = sourceOf(path);
  try {
    return parseJson(text);
  } catch (error) {
    throw placedInFile(error, { text, line: 1, column: 1 }, { source });
  }
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

function sourceOf(path: string): string {
  return path === "-" ? "stdin" : path;
}

function readBytes(path: string): Promise<Uint8Array> {
  return readFile(path).catch(refusedFile(path));
}

const LINE_FEED = 10;
/** Many times as much as a transaction may have. A file without an end of line is read no further. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** The JSON values on the lines of a file, or of stdin for `-`, as they arrive. Errors are those of `readJsonSource`. */
export async function* readJsonLines(
  path: string,
  terminal: Terminal,
): AsyncGenerator<Value, void, undefined> {
  const source = sourceOf(path);
  for await (const line of readLines(path, terminal)) {
    if (line.text.trim() === "") continue;
    try {
      yield parseJson(line.text);
    } catch (error) {
      throw placedInFile(error, line, { source });
    }
  }
}

async function* readLines(path: string, terminal: Terminal): AsyncGenerator<TextOfFile, void, undefined> {
  const chunks = withoutByteOrderMark(path === "-" ? terminal.inputChunks() : fileChunks(path));
  let open: Uint8Array[] = [];
  let bytes = 0;
  let line = 1;
  const ended = (last: Uint8Array): TextOfFile => ({
    text: utf8ToText(Buffer.concat([...open, last])),
    line,
    column: 1,
  });
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield ended(chunk.subarray(start, end));
      [open, bytes] = [[], 0];
      line += 1;
      start = end + 1;
    }
    open.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > MAX_LINE_BYTES)
      throw errors.lineTooLong({ source: sourceOf(path), line, limit: MAX_LINE_BYTES });
  }
  yield ended(Buffer.alloc(0));
}

async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Uint8Array;
  } catch (cause) {
    throw fileError(cause, path) ?? cause;
  }
}
