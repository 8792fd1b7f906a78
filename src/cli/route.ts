import type { CommandTree } from "./command.js";
import { settingsOf } from "./config/settings.js";
import { nearestName } from "../base/text/nearest-name.js";
import * as errors from "./errors.js";

/** The command that a command line names, found without loading any command. */
export interface Route {
  /** The words of the command or group, joined; empty without a command. */
  readonly path: string;
  readonly words: readonly string[];
}

const VALUE_FLAGS: ReadonlySet<string> = new Set(
  settingsOf("global")
    .filter(({ kind }) => kind !== "flag")
    .map(({ name }) => `--${name}`),
);

/** Separates the command's path from the other words, also global flags. Throws `UNKNOWN_COMMAND`. */
export function findRoute(line: readonly string[], tree: CommandTree): Route {
  const { path, words, stray } = walk(line, tree);
  if (stray !== undefined) {
    const nearest = nearestName(stray, nextWords(path, tree));
    throw errors.unknownCommand({ scope: join("chainnode", path).trimEnd(), word: stray }, { nearest });
  }
  return { path, words };
}

/** Follows the words as far as they are known; `stray` is the first unknown one. */
export function walk(line: readonly string[], tree: CommandTree): Route & { readonly stray?: string } {
  const words: string[] = [];
  let path = "";
  let index = 0;
  for (; index < line.length; index += 1) {
    const word = line[index] as string;
    // A command may have commands under it: `completion install` is not an argument of `completion`.
    if (tree.commands.has(path) && !nextWords(path, tree).includes(word)) break;
    if (word === "--") break;
    if (word.startsWith("-")) {
      const length = VALUE_FLAGS.has(word) ? 2 : 1;
      words.push(...line.slice(index, index + length));
      index += length - 1;
      continue;
    }
    if (!nextWords(path, tree).includes(word)) {
      return { path, words: [...words, ...line.slice(index)], stray: word };
    }
    path = join(path, word);
  }
  return { path, words: [...words, ...line.slice(index)] };
}

/** The words of a line that are neither flags nor values of global flags. */
export function withoutFlags(line: readonly string[]): readonly string[] {
  return line.filter((word, index) => !word.startsWith("-") && !VALUE_FLAGS.has(line[index - 1] ?? ""));
}

export function nextWords(path: string, tree: CommandTree): readonly string[] {
  const prefix = path === "" ? "" : `${path} `;
  const words = new Set<string>();
  for (const known of tree.commands.keys()) {
    if (known.startsWith(prefix)) words.add(known.slice(prefix.length).split(" ", 1)[0] as string);
  }
  return [...words];
}

/** `""` and `key` → `key`; `key` and `new` → `key new`. */
export function join(path: string, word: string): string {
  return path === "" ? word : `${path} ${word}`;
}
