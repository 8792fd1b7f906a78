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

const PRIVATE_FILE = 0o600;

/** Appends text to a file (`a`) or replaces it (`w`); the text is on the disk afterwards. A new file has mode 0600. */
export async function writeDurably(file: string, flags: "a" | "w", text: string): Promise<void> {
  const handle = await open(file, flags, PRIVATE_FILE);
  try {
    await handle.writeFile(text);
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
