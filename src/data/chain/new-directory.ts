import { mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileError } from "../../codec/file-error.js";
import { LOCK_FILE, lockDataDirectory } from "../../store/lock.js";
import { syncDirectory, syncToDisk } from "../../base/files/durable.js";
import { instead } from "../../codec/chain-error.js";

export interface NewDirectoryOptions {
  readonly signal: AbortSignal;
  /** Called for each directory beside the target that a killed process left for another name. It is not removed. */
  readonly onAbandoned?: (path: string) => void;
}

/**
 * Creates a directory with the content that `fill` makes. The directory gets its name when it is complete and on the
 * disk; until then it has a temporary name, mode 0700 and a held lock. A temporary directory without a held lock was
 * left by a killed process: the next call for the same name removes it. A failure or an abort leaves nothing behind.
 */
export async function makeDirectory<T>(
  target: string,
  options: NewDirectoryOptions,
  fill: (partial: string) => Promise<T>,
): Promise<T> {
  const partial = await makePartial(target, options);
  try {
    const answer = await whileHeld(partial, async () => {
      const filled = await fill(partial);
      await syncAll(partial);
      return filled;
    });
    options.signal.throwIfAborted();
    await rename(partial, target);
    await syncDirectory(dirname(target));
    await rm(join(target, LOCK_FILE));
    return answer;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function whileHeld<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const lock = await lockDataDirectory(directory);
  try {
    return await work();
  } finally {
    // The file stays until the directory has its name: by it the next call finds what a killed process left.
    await lock.release();
  }
}

async function makePartial(target: string, { onAbandoned }: NewDirectoryOptions): Promise<string> {
  const [parent, name] = [dirname(target), basename(target)];
  try {
    for (const abandoned of await findAbandoned(parent)) {
      if (abandoned.target === name) await rm(abandoned.path, { recursive: true });
      else onAbandoned?.(abandoned.path);
    }
    return await mkdtemp(join(parent, name + PARTIAL));
  } catch (cause) {
    throw fileError(cause, target) ?? cause;
  }
}

async function syncAll(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    // Opening and closing the lock file would release the lock: closing a file ends all locks of the process on it.
    if (entry.name === LOCK_FILE) continue;
    const path = join(directory, entry.name);
    await (entry.isDirectory() ? syncAll(path) : syncToDisk(path));
  }
  await syncDirectory(directory);
}

/** Separates a directory's name from its random suffix until the directory is complete. */
const PARTIAL = ".partial-";

/** The name with the suffix of `mkdtemp`. */
const PARTIAL_NAME = /^(.+)\.partial-[0-9A-Za-z]{6}$/;

/** A directory that a process was making when it was killed. */
interface AbandonedCopy {
  readonly path: string;
  /** The final name that it was meant to get. */
  readonly target: string;
}

/**
 * Finds the directories in `parent` that were never finished: they belong to this user, and are empty or have a lock
 * file that no process holds. Other directories with such a name are left out.
 */
async function findAbandoned(parent: string): Promise<readonly AbandonedCopy[]> {
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
  const lock = await lockDataDirectory(path).catch(instead(null, "DATA_DIRECTORY_IN_USE"));
  await lock?.release();
  return lock !== null;
}
