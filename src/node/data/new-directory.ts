import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileError } from "../../codec/file-error.js";
import { LOCK_FILE, lockDataDirectory } from "../../store/lock.js";
import { syncDirectory, syncToDisk } from "../directory/durable.js";
import { findAbandoned, PARTIAL } from "./abandoned-copy.js";

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
    await syncDirectory(partial);
    options.signal.throwIfAborted();
    await rename(partial, target);
    await syncDirectory(dirname(target));
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
    await lock.release();
    await rm(join(directory, LOCK_FILE));
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
