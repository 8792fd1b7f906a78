import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Whether a file is on a file system that is mounted read-only: no process writes to it through this mount, root
 * included. A file that merely may not be written by this user is not.
 */
export async function isOnReadOnlyMount(file: string): Promise<boolean> {
  try {
    await access(dirname(file), constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS";
  }
}
