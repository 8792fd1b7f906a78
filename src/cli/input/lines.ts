import { createReadStream } from "node:fs";
import { fileError } from "../../codec/file-error.js";
import { utf8ToText } from "../../codec/parse-json.js";
import type { Terminal } from "../terminal/terminal.js";

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
