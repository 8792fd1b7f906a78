import type { CommandTree } from "./command.js";
import { settingsOf } from "./config/settings.js";
import { usageError } from "./input/usage-error.js";
import { suggestion } from "./suggest.js";

/** Where a command line leads, found without loading a single command. */
export interface Route {
  /** The words of the command or group, as one text; empty when there are none. */
  readonly path: string;
  /** Whether the path is a command; else it is a group, or the root. */
  readonly isCommand: boolean;
  /** All other words, in order. */
  readonly words: readonly string[];
}

const VALUE_FLAGS: ReadonlySet<string> = new Set(
  settingsOf("global")
    .filter(({ kind }) => kind !== "flag")
    .map(({ name }) => `--${name}`),
);

/**
 * Takes the command's path out of the words; global flags may stand before and between. Throws `UNKNOWN_COMMAND`
 * when a word leads nowhere.
 */
export function findRoute(line: readonly string[], tree: CommandTree): Route {
  const words: string[] = [];
  let path = "";
  let index = 0;
  for (; index < line.length && !tree.commands.has(path); index += 1) {
    const word = line[index] as string;
    if (word === "--") break;
    if (word.startsWith("-")) {
      words.push(word);
      if (!VALUE_FLAGS.has(word)) continue;
      index += 1;
      words.push(...line.slice(index, index + 1));
      continue;
    }
    path = step(path, word, tree);
  }
  return { path, isCommand: tree.commands.has(path), words: [...words, ...line.slice(index)] };
}

/** The words that may follow a path. */
export function nextWords(path: string, tree: CommandTree): readonly string[] {
  const prefix = path === "" ? "" : `${path} `;
  const words = new Set<string>();
  for (const known of tree.commands.keys()) {
    if (known.startsWith(prefix)) words.add(known.slice(prefix.length).split(" ", 1)[0] as string);
  }
  return [...words];
}

function step(path: string, word: string, tree: CommandTree): string {
  const known = nextWords(path, tree);
  if (known.includes(word)) return path === "" ? word : `${path} ${word}`;
  const scope = path === "" ? "chainnode" : `chainnode ${path}`;
  throw usageError(
    "UNKNOWN_COMMAND",
    `There is no command ${scope} ${word}. `,
    {},
    suggestion(word, known) ?? `All commands: ${scope} --help`,
  );
}
