import { stat } from "node:fs/promises";

/**
 * Whether a file is still the one that was opened. A process goes on writing to an open file that was removed or
 * replaced, so nothing else shows that what it writes is lost. SQLite compares inodes for the same reason.
 */
export class Presence {
  readonly #file: string;
  readonly #opened: FileNumber;

  private constructor(file: string, opened: FileNumber) {
    this.#file = file;
    this.#opened = opened;
  }

  /** Remembers a file that is open now. */
  static async of(file: string): Promise<Presence> {
    return new Presence(file, await fileNumber(file));
  }

  /** False once the path leads to nothing or to another file. True when that cannot be known. */
  async isThere(): Promise<boolean> {
    try {
      const { dev, ino } = await fileNumber(this.#file);
      return dev === this.#opened.dev && ino === this.#opened.ino;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code !== "ENOENT" && code !== "ENOTDIR";
    }
  }
}

interface FileNumber {
  readonly dev: bigint;
  readonly ino: bigint;
}

function fileNumber(file: string): Promise<FileNumber> {
  return stat(file, { bigint: true });
}
