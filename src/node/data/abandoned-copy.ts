import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ChainError } from "../../codec/chain-error.js";
import { LOCK_FILE, lockDataDirectory } from "../../store/lock.js";

/** Between a directory's name and what is drawn at random, until the directory is whole. */
export const PARTIAL = ".partial-";

/** The name as `mkdtemp` completes it. */
const PARTIAL_NAME = /^(.+)\.partial-[0-9A-Za-z]{6}$/;

/** A directory that a process was making when it was killed. */
export interface AbandonedCopy {
  readonly path: string;
  /** The name that it was to have. */
  readonly target: string;
}

/**
 * The directories in `parent` that were never finished: of this user, held by a process once and by none now, or still
 * empty. Whatever else has such a name is none.
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
  // Windows has no user ids; there it is ours when it can be locked.
  return process.getuid === undefined || (await stat(path)).uid === process.getuid();
}

async function isAbandoned(path: string): Promise<boolean> {
  const names = await readdir(path);
  // The lock is the first that a directory is given.
  if (!names.includes(LOCK_FILE)) return names.length === 0;
  try {
    await (await lockDataDirectory(path)).release();
    return true;
  } catch (error) {
    if (error instanceof ChainError && error.code === "DATA_DIRECTORY_IN_USE") return false;
    throw error;
  }
}
