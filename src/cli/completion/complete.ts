import { SETTINGS } from "../config/settings.js";
import { resolveSettings } from "../config/resolve.js";
import { createContext } from "../create-context.js";
import { settingsFor } from "../input/parser.js";
import { nextWords } from "../route.js";
import type { Command, CommandTree, Completer, OptionSpec } from "../command.js";
import type { Program } from "../run.js";
import { TOPICS } from "../help/topics.js";

/**
 * Prints the words that may stand where the cursor is, one a line. It is called by the shell's script with the words
 * typed so far, the last one unfinished. A completer that fails offers nothing: a shell's line is no place for errors.
 */
export async function printCompletions(words: readonly string[], program: Program): Promise<void> {
  const unfinished = words.at(-1) ?? "";
  const offers = await offersFor(words.slice(0, -1), unfinished, program);
  const fitting = offers.filter((offer) => offer.startsWith(unfinished));
  program.terminal.output.write(fitting.map((offer) => `${offer}\n`).join(""));
}

async function offersFor(
  before: readonly string[],
  unfinished: string,
  program: Program,
): Promise<readonly string[]> {
  const { tree } = program;
  const { path, rest } = longestPath(before, tree);
  const load = tree.commands.get(path);
  if (load === undefined) {
    if (unfinished.startsWith("-")) return flagNames([]);
    const topics = path === "" && before[0] === "help" ? [...TOPICS.keys()] : [];
    return [...nextWords(path, tree), ...topics, ...(path === "" ? ["help"] : [])];
  }
  const { command } = await load();
  return offersInCommand(command, rest, unfinished, program);
}

async function offersInCommand(
  command: Command,
  words: readonly string[],
  unfinished: string,
  program: Program,
): Promise<readonly string[]> {
  const options = command.options ?? [];
  const previous = words.at(-1) ?? "";
  const valued = options.find(
    ({ name, placeholder }) => `--${name}` === previous && placeholder !== undefined,
  );
  if (valued !== undefined) return valued.choices ?? callCompleter(valued.complete, program);
  if (unfinished.startsWith("-")) return flagNames(options, command);
  const args = command.arguments ?? [];
  const position = countArguments(words, options);
  const argument = args[position] ?? args.findLast(({ isVariadic }) => isVariadic === true);
  return callCompleter(argument?.complete, program);
}

async function callCompleter(complete: Completer | undefined, program: Program): Promise<readonly string[]> {
  if (complete === undefined) return [];
  try {
    const { environment, homeDirectory } = program.terminal;
    const settings = await resolveSettings({ flags: new Map(), environment, homeDirectory });
    return await complete(createContext(program, settings));
  } catch {
    return [];
  }
}

function flagNames(options: readonly OptionSpec[], command?: Command): readonly string[] {
  const settings =
    command === undefined ? SETTINGS.filter(({ group }) => group === "global") : settingsFor(command);
  return [...options, ...settings].map(({ name }) => `--${name}`).concat("--help");
}

function countArguments(words: readonly string[], options: readonly OptionSpec[]): number {
  const valued = new Set(
    [
      ...options.filter(({ placeholder }) => placeholder !== undefined),
      ...SETTINGS.filter(({ kind }) => kind !== "flag"),
    ].map(({ name }) => `--${name}`),
  );
  let count = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (valued.has(word)) index += 1;
    else if (!word.startsWith("-") || word === "-") count += 1;
  }
  return count;
}

/** The longest path the words begin with, flags left out, and the words after it. */
function longestPath(words: readonly string[], tree: CommandTree): { path: string; rest: readonly string[] } {
  let path = "";
  let index = words[0] === "help" ? 1 : 0;
  for (; index < words.length && !tree.commands.has(path); index += 1) {
    const word = words[index] as string;
    if (word.startsWith("-")) continue;
    if (!nextWords(path, tree).includes(word)) break;
    path = path === "" ? word : `${path} ${word}`;
  }
  return { path, rest: words.slice(index) };
}
