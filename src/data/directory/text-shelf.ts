import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { TextShelf } from "../../ledger/code-texts.js";
import { PRIVATE_FILE } from "../../base/files/durable.js";

/** Unlike UTF-8, it keeps every text as it is. */
const ENCODING = "utf16le";

/**
 * Keeps texts in a file of a directory that has no name, so that the system removes it with the process. It is made with the
 * first text.
 */
export class FileShelf implements TextShelf {
  readonly #directory: string;
  #file: number | null = null;
  #end = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  put(text: string): () => string {
    const file = (this.#file ??= openNameless(this.#directory));
    const bytes = Buffer.from(text, ENCODING);
    const at = this.#end;
    for (let done = 0; done < bytes.length;)
      done += writeSync(file, bytes, done, bytes.length - done, at + done);
    this.#end += bytes.length;
    // The function must not keep the bytes.
    const { length } = bytes;
    return () => {
      const read = Buffer.alloc(length);
      // The number of a closed file may be that of another.
      if (this.#file !== file || readSync(file, read, 0, length, at) !== length)
        throw new Error("The text of a code cannot be read again. ");
      return read.toString(ENCODING);
    };
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

function openNameless(directory: string): number {
  const name = join(directory, `texts-${randomUUID()}`);
  const file = openSync(name, "wx+", PRIVATE_FILE);
  rmSync(name);
  return file;
}
