import { statSync } from "node:fs";
import type { Context } from "../command.js";
import { shellWord } from "./shell-word.js";
import { readSource } from "./source.js";

const READABLE_BY_OTHERS = 0o044;

/**
 * The first line of a file that holds a secret, or of stdin for `-`. Warns when other users may read the file. Throws
 * as `readSource` does.
 */
export async function readSecret(path: string, context: Pick<Context, "terminal" | "note">): Promise<string> {
  const text = await readSource(path, context.terminal);
  if (path !== "-" && isLoose(path)) {
    context.note(`Other users of this machine may read ${path}: chmod 600 ${shellWord(path)}`);
  }
  return text.split(/\r?\n/, 1)[0] ?? "";
}

/**
 * Whether other users may read the file and this user can change that: not pipes, /dev/fd, or files of another user.
 */
function isLoose(path: string): boolean {
  // Windows has no such file modes.
  if (process.getuid === undefined || path.startsWith("/dev/")) return false;
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile() || status.uid !== process.getuid()) return false;
  return (status.mode & READABLE_BY_OTHERS) !== 0;
}
