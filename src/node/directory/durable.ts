import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Has a file or a directory on the disk as it is now. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a file or directory its final name when it is on the disk; the name is on the disk afterwards. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await syncToDisk(from);
  await rename(from, to);
  await syncDirectory(dirname(to));
}

/** Has the names in a directory on the disk. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows writes directories through and does not open them.
  if (process.platform !== "win32") await syncToDisk(path);
}
