import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { fileText } from "../../src/codec/file-text.js";
import * as errors from "./errors.js";

const HUNK = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm;
const MOST_BYTES = 256 * 1024 * 1024;
const DIFF = ["diff", "-U0", "--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv"];
/** What git tells its hooks about the repository; here the files say which one it is. */
const OF_A_HOOK = { GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined };
const UNTRACKED = ["ls-files", "--others", "--exclude-standard"];

export interface Revision {
  readonly hash: string;
  /** The directory of the working tree. */
  readonly root: string;
}

/** What git knows under a name where a file lies. Throws `GIT_MISSING`, `GIT_REVISION`. */
export async function findRevision(name: string, file: string): Promise<Revision> {
  const ask = async (...words: string[]): Promise<string> =>
    (await git(dirname(file), ["rev-parse", ...words], name)).trim();
  const root = resolve(await ask("--show-toplevel"));
  return { hash: await ask("--verify", "--end-of-options", `${name}^{commit}`), root };
}

/** The lines of files that differ from a revision, by file, with the lines around them. Files that are elsewhere are left out. */
export async function changedLines(
  files: readonly string[],
  { hash, root }: Revision,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const own = files.filter((file) => file.startsWith(`${root}${sep}`));
  const lines = own.map(async (file) => {
    const ask = (words: readonly string[]): Promise<string> => git(root, [...words, "--", file], hash);
    const isNew = (await ask(UNTRACKED)) !== "";
    const text = fileText(await readFile(file), file).split("\n");
    const changed = isNew ? text.map((_, index) => index + 1) : linesOf(await ask([...DIFF, hash]));
    return [file, withLinesAround(changed, text)] as const;
  });
  return Object.fromEntries(await Promise.all(lines));
}

async function git(directory: string, words: readonly string[], revision: string): Promise<string> {
  const told = promisify(execFile)("git", ["--literal-pathspecs", ...words], {
    cwd: directory,
    maxBuffer: MOST_BYTES,
    env: { ...process.env, ...OF_A_HOOK },
  });
  const { stdout } = await told.catch((error: unknown) => {
    const { code, stderr = "" } = error as { readonly code?: unknown; readonly stderr?: string };
    throw code === "ENOENT" ? errors.gitMissing() : errors.gitRevision({ revision, reason: stderr.trim() });
  });
  return stdout;
}

/** The lines that a difference without context adds or replaces. */
function linesOf(difference: string): readonly number[] {
  return Array.from(difference.matchAll(HUNK)).flatMap(([, first, count = "1"]) =>
    Array.from({ length: Number(count) }, (_, index) => Number(first) + index),
  );
}

/** Lines, and those that begin what holds them: the nearest ones above with less space before them. */
function withLinesAround(lines: readonly number[], text: readonly string[]): readonly number[] {
  const indentation = text.map((line) => line.search(/\S/));
  const all = new Set<number>();
  for (const line of lines)
    for (let at = line, least = Infinity; at > 0 && least > 0; at -= 1) {
      const space = indentation[at - 1] ?? -1;
      if (space < 0 || space >= least) continue;
      least = space;
      all.add(at);
    }
  return [...all];
}
