import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { fileError } from "../../codec/file-error.js";
import * as errors from "../errors.js";

/**
 * Writes a file that must not exist yet. The file gets its name when it is complete and on the disk; until then its
 * name ends with `.partial`. Throws `FILE_EXISTS`, the errors of the file system and those of the pieces.
 */
export async function writeNewFile(file: string, pieces: AsyncIterable<string>): Promise<void> {
  assertNew(file);
  const partial = `${file}.partial`;
  const handle = await open(partial, "w").catch((cause: unknown) => {
    throw fileError(cause, file) ?? cause;
  });
  try {
    for await (const piece of pieces) await handle.appendFile(piece);
    await handle.sync();
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Throws `FILE_EXISTS` when the path exists. */
export function assertNew(path: string): void {
  if (!existsSync(path)) return;
  throw errors.fileExists({ path });
}
