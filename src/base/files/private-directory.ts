import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileText } from "../../codec/file-text.js";
import { PRIVATE_FILE } from "./durable.js";
import { createFile, isTaken, replaceOwnFile } from "./write-file.js";
import * as errors from "../errors.js";

/** Private files: a directory of mode 0700 with files of mode 0600. */

const DIRECTORY_MODE = 0o700;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** Makes the directory when it is missing. Throws `LOOSE_MODE` when others may read it. */
async function ensurePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: DIRECTORY_MODE });
  await assertPrivate(path, DIRECTORY_MODE);
}

/**
 * Reads a private file; null when the file does not exist. Throws `LOOSE_MODE` when others may read the file or its
 * directory.
 */
export async function readPrivateFile(directory: string, name: string): Promise<string | null> {
  const path = join(directory, name);
  const read = async (): Promise<string> => {
    await assertPrivate(directory, DIRECTORY_MODE);
    await assertPrivate(path, PRIVATE_FILE);
    return fileText(await readFile(path), path);
  };
  return unlessMissing(read());
}

/** Writes a file that must not exist yet. Returns false, and changes nothing, when it does. */
export async function createPrivateFile(directory: string, name: string, text: string): Promise<boolean> {
  await ensurePrivateDirectory(directory);
  try {
    await createFile(join(directory, name), text, { mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

/** Replaces a file atomically: readers see the old text or the new one. */
export async function replacePrivateFile(directory: string, name: string, text: string): Promise<void> {
  await ensurePrivateDirectory(directory);
  await replaceOwnFile(join(directory, name), text);
}

/**
 * Throws `SHARED_DIRECTORY` when others may write to a directory: they could replace its files, and put links in their
 * place. A missing one passes.
 */
export async function assertNotShared(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const found = await unlessMissing(stat(path));
  if (found === null || (found.mode & OTHERS_WRITE) === 0) return;
  throw errors.sharedDirectory({ path, octal: DIRECTORY_MODE.toString(8) });
}

async function assertPrivate(path: string, mode: number): Promise<void> {
  // Windows has no such modes: there, the permissions of the user's profile protect the files.
  if (process.platform === "win32") return;
  if (((await stat(path)).mode & OTHERS) === 0) return;
  const octal = mode.toString(8);
  throw errors.looseMode({ path, octal });
}

/** The result of work on a file or directory; null when it does not exist. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
