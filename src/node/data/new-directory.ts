import { mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ChainError } from "../../codec/chain-error.js";
import { fileError } from "../../codec/file-error.js";
import { LOCK_FILE, lockDataDirectory } from "../../store/lock.js";
import { syncDirectory, syncToDisk } from "../directory/durable.js";

/** Between the name and what is drawn at random, until the directory is whole. */
const PARTIAL = ".partial-";

/**
 * Lets `fill` make a directory's content, and gives it its name when it is whole and on the disk. Until then it has
 * another name, mode 0700, and is held: what nobody holds was left by a process that was killed, and the next one for
 * the same name removes it. What fails, or aborts the signal, leaves nothing.
 */
export async function makeDirectory<T>(
  target: string,
  signal: AbortSignal,
  fill: (partial: string) => Promise<T>,
): Promise<T> {
  const partial = await makePartial(target);
  try {
    const answer = await whileHeld(partial, fill);
    await syncAll(partial);
    signal.throwIfAborted();
    await rename(partial, target);
    await syncDirectory(dirname(target));
    return answer;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function whileHeld<T>(partial: string, fill: (partial: string) => Promise<T>): Promise<T> {
  const lock = await lockDataDirectory(partial);
  try {
    return await fill(partial);
  } finally {
    await lock.release();
    await rm(join(partial, LOCK_FILE));
  }
}

async function makePartial(target: string): Promise<string> {
  try {
    await removeAbandoned(target);
    return await mkdtemp(join(dirname(target), `${basename(target)}${PARTIAL}`));
  } catch (cause) {
    throw fileError(cause, target) ?? cause;
  }
}

async function removeAbandoned(target: string): Promise<void> {
  for (const entry of await readdir(dirname(target), { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(`${basename(target)}${PARTIAL}`)) continue;
    const path = join(dirname(target), entry.name);
    if ((await isOurs(path)) && !(await isHeld(path))) await rm(path, { recursive: true });
  }
}

async function isOurs(path: string): Promise<boolean> {
  // Windows has no user ids; there it is ours when it can be locked.
  return process.getuid === undefined || (await stat(path)).uid === process.getuid();
}

async function isHeld(path: string): Promise<boolean> {
  try {
    await (await lockDataDirectory(path)).release();
    return false;
  } catch (error) {
    if (error instanceof ChainError && error.code === "DATA_DIRECTORY_IN_USE") return true;
    throw error;
  }
}

async function syncAll(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    await (entry.isDirectory() ? syncAll(path) : syncToDisk(path));
  }
  await syncDirectory(directory);
}
