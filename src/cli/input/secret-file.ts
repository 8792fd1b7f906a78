import { statSync } from "node:fs";
import type { Context } from "../context.js";
import { shellWord } from "./shell-word.js";
import { readSource } from "./source.js";

const READABLE_BY_OTHERS = 0o044;

/**
 * The first line of a file that holds a secret, or of stdin when it is named `-`. Warns of a file that other users may
 * read. Throws as `readSource` does.
 */
export async function readSecret(path: string, context: Pick<Context, "terminal" | "note">): Promise<string> {
  const text = await readSource(path, context.terminal);
  if (path !== "-" && isLoose(path)) {
    context.note(`Other users of this machine may read ${path}: chmod 600 ${shellWord(path)}`);
  }
  return text.split(/\r?\n/, 1)[0] ?? "";
}

/** Pipes, what a shell passes as /dev/fd, and what another user owns are not for this user to close. */
function isLoose(path: string): boolean {
  // Windows has no such modes.
  if (process.getuid === undefined || path.startsWith("/dev/")) return false;
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile() || status.uid !== process.getuid()) return false;
  return (status.mode & READABLE_BY_OTHERS) !== 0;
}
