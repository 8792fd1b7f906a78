import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ChainError } from "../../codec/chain-error.js";
import { LOCK_FILE, lockDataDirectory } from "../../store/lock.js";

/** Separates a directory's name from its random suffix until the directory is complete. */
export const PARTIAL = ".partial-";

/** The name with the suffix of `mkdtemp`. */
const PARTIAL_NAME = /^(.+)\.partial-[0-9A-Za-z]{6}$/;

/** A directory that a process was making when it was killed. */
export interface AbandonedCopy {
  readonly path: string;
  /** The final name that it was meant to get. */
  readonly target: string;
}

/**
 * Finds the directories in `parent` that were never finished: they belong to this user, and are empty or have a lock
 * file that no process holds. Other directories with such a name are left out.
 */
export async function findAbandoned(parent: string): Promise<readonly AbandonedCopy[]> {
  const found: AbandonedCopy[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const target = PARTIAL_NAME.exec(entry.name)?.[1];
    const path = join(parent, entry.name);
    if (target === undefined || !entry.isDirectory()) continue;
    if ((await isOurs(path)) && (await isAbandoned(path))) found.push({ path, target });
  }
  return found;
}

async function isOurs(path: string): Promise<boolean> {
  // Windows has no user ids: there, only the lock decides.
  return process.getuid === undefined || (await stat(path)).uid === process.getuid();
}

async function isAbandoned(path: string): Promise<boolean> {
  const names = await readdir(path);
  // The lock file is the first file of a directory.
  if (!names.includes(LOCK_FILE)) return names.length === 0;
  try {
    await (await lockDataDirectory(path)).release();
    return true;
  } catch (error) {
    if (error instanceof ChainError && error.code === "DATA_DIRECTORY_IN_USE") return false;
    throw error;
  }
}
