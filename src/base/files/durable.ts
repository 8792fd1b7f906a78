import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

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

/** Appends text to a file and flushes it to the disk. A new file has mode 0600. */
export async function appendDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "a", PRIVATE_FILE);
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
