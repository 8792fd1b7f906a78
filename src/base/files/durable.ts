import { constants } from "node:fs";
import { open, rename, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { fileError } from "../../codec/file-error.js";

/** The mode of files that only their owner may read. */
export const PRIVATE_FILE = 0o600;

export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Opens a private file of the node to write in place; a new one has mode 0600. Throws `FILE_LINK` for a link, which
 * may lead to a file of someone else.
 *
 * @param flags of `open(2)`, beside that for links.
 */
export async function openOwnFile(file: string, flags: number): Promise<FileHandle> {
  // Windows has no such flag; there, making a link takes a right of its own.
  const unfollowed = process.platform === "win32" ? 0 : constants.O_NOFOLLOW;
  return open(file, flags | unfollowed, PRIVATE_FILE).catch((cause: unknown) => {
    throw isLoop(cause) ? (fileError(cause, file) ?? cause) : cause;
  });
}

function isLoop(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ELOOP";
}

/** Appends text to a file and flushes it to the disk. A new file has mode 0600. Throws as `openOwnFile` does. */
export async function appendDurably(file: string, text: string): Promise<void> {
  const handle = await openOwnFile(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a file or directory to the disk, then renames it and flushes the new name. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await syncToDisk(from);
  await rename(from, to);
  await syncDirectory(dirname(to));
}

export async function syncDirectory(path: string): Promise<void> {
  // Windows writes directories through, and cannot open them.
  if (process.platform !== "win32") await syncToDisk(path);
}
