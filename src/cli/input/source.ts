import { readFile } from "node:fs/promises";
import { fileError } from "../../codec/file-error.js";
import { utf8ToText } from "../../codec/parse-json.js";
import type { Terminal } from "../terminal/terminal.js";

/**
 * The text of a file named on the command line; `-` is stdin. Throws `FILE_MISSING` or what else the
 * disk says, or `JSON_ENCODING` when it is no UTF-8.
 */
export async function readSource(path: string, terminal: Terminal): Promise<string> {
  return path === "-" ? terminal.readInput() : utf8ToText(await readBytes(path));
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw fileError(cause, path) ?? cause;
  }
}
