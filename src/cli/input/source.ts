import { readFile } from "node:fs/promises";
import { ChainError, messageOf } from "../../codec/chain-error.js";
import { utf8ToText } from "../../codec/parse-json.js";
import type { Terminal } from "../terminal/terminal.js";

/**
 * The text of a file named on the command line; `-` is stdin. Throws `FILE_READ`, or `JSON_ENCODING` when it is no
 * UTF-8.
 */
export async function readSource(path: string, terminal: Terminal): Promise<string> {
  return path === "-" ? terminal.readInput() : utf8ToText(await readBytes(path));
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw unreadableFile(path, cause);
  }
}

/** `FILE_MISSING` or `FILE_READ`, whatever the cause says. */
export function unreadableFile(path: string, cause: unknown): ChainError {
  const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
  return new ChainError(
    isMissing ? "FILE_MISSING" : "FILE_READ",
    isMissing ? "The file does not exist. " : "The file cannot be read. ",
    { kind: isMissing ? "not-found" : "local", details: { file: path, reason: messageOf(cause) }, cause },
  );
}
