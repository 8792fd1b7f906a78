import { readPrivateFile, replacePrivateFile } from "../node/directory/private-directory.js";
import { mayBeSecret } from "./secret.js";

/** The lines typed at the prompt, newest first, in a file that only its owner may read. */
export interface History {
  readonly lines: readonly string[];
  /** Takes over lines to which one was added in front. Removes that one if it must not be stored. */
  keep(lines: string[]): void;
  save(): Promise<void>;
}

const FILE = "console-history";
export const MOST_LINES = 1000;

/** The history in a directory, which is created with the first line. Throws `LOOSE_MODE`. */
export async function openHistory(directory: string): Promise<History> {
  const text = (await readPrivateFile(directory, FILE)) ?? "";
  let kept: readonly string[] = text.split("\n").filter((line) => line !== "");
  return {
    get lines() {
      return kept;
    },
    keep(lines) {
      if (mayBeSecret(lines[0] ?? "")) lines.shift();
      kept = lines;
    },
    async save() {
      if (kept.length > 0) await replacePrivateFile(directory, FILE, `${kept.join("\n")}\n`);
    },
  };
}
