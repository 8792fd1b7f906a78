import { readPrivateFile, replacePrivateFile } from "../base/files/private-directory.js";

const SECRET_WORD = /passw|passphrase|private|secret|mnemonic|seed/i;
const KEY = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i;
/** The id of a space, as `cid: "…"` or `cid = "…"`: only the name tells it from a private key. */
const SPACE_ID = /(?<![\w$.])cid\s*[:=]\s*(["'`])[0-9a-f]{64}\1/g;

/** Whether a line may hold a secret, so that it must not be stored. */
export function mayBeSecret(line: string): boolean {
  return SECRET_WORD.test(line) || KEY.test(line.replace(SPACE_ID, "cid"));
}

/** What was typed at the prompt, newest first, in a file that only its owner may read. */
export interface History {
  /** Each is a line, or a whole statement of several. */
  readonly lines: readonly string[];
  /** Takes over lines to which one was added in front. Removes that one if it must not be stored. */
  keep(lines: string[]): void;
  save(): Promise<void>;
}

const FILE = "console-history";
export const MOST_LINES = 1000;
/** Stands in the file for the end of a line within a statement. As a key it enters the line. */
const LINE_END = "\r";

/** The history in a directory, which is created with the first line. Throws `LOOSE_MODE`. */
export async function openHistory(directory: string): Promise<History> {
  const text = (await readPrivateFile(directory, FILE)) ?? "";
  let kept: readonly string[] = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll(LINE_END, "\n"));
  return {
    get lines() {
      return kept;
    },
    keep(lines) {
      if (mayBeSecret(lines[0] ?? "")) lines.shift();
      kept = lines;
    },
    async save() {
      const lines = kept.map((line) => `${line.replaceAll("\n", LINE_END)}\n`);
      if (lines.length > 0) await replacePrivateFile(directory, FILE, lines.join(""));
    },
  };
}
