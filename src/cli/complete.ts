import { LINT_CODES } from "../records/lint-rules.js";
import { OPERATORS } from "../records/operators/table.js";
import type { Command, Completer, CommandProgram, ArgumentSpec, OptionSpec } from "./command.js";
import { resolveSettings } from "./config/resolve.js";
import { settingsOf } from "./config/settings.js";
import { withContext } from "./create-context.js";
import { commandSummary } from "./help/pages.js";
import { TOPICS } from "./help/topics.js";
import { shellWord } from "./input/ask.js";
import { parseLine, settingsFor, settingToOption } from "./input/parser.js";
import { nextWords, walk } from "./route.js";

/** A word that fits, or one with the source of its description. */
type Offer = string | readonly [word: string, describe: () => string | Promise<string>];

/**
 * Prints the words that fit at the cursor, one a line, after the words typed so far, the last one unfinished. After
 * `__describe` instead of `__complete`, a tab and the description of the word follow where there is one.
 */
export async function printCompletions(
  [form, ...words]: readonly string[],
  program: CommandProgram,
): Promise<void> {
  const unfinished = words.at(-1) ?? "";
  for (const offer of await findOffers(words.slice(0, -1), unfinished, program)) {
    const [word, describe] = typeof offer === "string" ? [offer] : offer;
    // Some shells insert an offer unquoted, and a code's author may give parameters any name.
    if (!word.startsWith(unfinished) || shellWord(word) !== word) continue;
    const description = form === "__describe" && describe !== undefined ? `\t${await describe()}` : "";
    program.terminal.output.write(`${word}${description}\n`);
  }
}

async function findOffers(
  finished: readonly string[],
  unfinished: string,
  program: CommandProgram,
): Promise<readonly Offer[]> {
  const { tree } = program;
  const asksForHelp = finished[0] === "help";
  if (asksForHelp && finished[1] === "error")
    return ((await tree.loadErrors?.()) ?? []).map(({ code }) => code);
  if (asksForHelp && finished[1] === "lint") return [...LINT_CODES.keys()];
  if (asksForHelp && finished[1] === "operators") return [...OPERATORS.keys()];
  const { path, words: finishedWords } = walk(asksForHelp ? finished.slice(1) : finished, tree);
  const load = tree.commands.get(path);
  if (load !== undefined)
    return offersInCommand(
      { path, command: (await load()).command, finished: finishedWords, unfinished },
      program,
    );
  if (unfinished.startsWith("-")) return flagNames(settingsOf("global"));
  const beside = path === "" ? [...(asksForHelp ? TOPICS.keys() : ["help"])] : [];
  const words = nextWords(path, tree).map((word): Offer => [
    word,
    () => commandSummary(`${path} ${word}`.trimStart(), tree),
  ]);
  return [...words, ...beside];
}

interface CommandLine {
  readonly path: string;
  readonly command: Command;
  readonly finished: readonly string[];
  readonly unfinished: string;
}

async function offersInCommand(line: CommandLine, program: CommandProgram): Promise<readonly Offer[]> {
  const { command, finished, unfinished } = line;
  const place = findCommandCursor(command, finished, unfinished);
  if (place.kind === "flag") return flagNames(place.options);
  if (place.kind === "value" && place.option.choices !== undefined) return place.option.choices;
  const spec = place.kind === "value" ? place.option : place.argument;
  if (spec?.complete === undefined) return [];
  return callCompleter(spec.complete, { ...line, finished: place.before }, program);
}

async function callCompleter(
  complete: Completer,
  { path, command, finished }: CommandLine,
  program: CommandProgram,
): Promise<readonly string[]> {
  try {
    const { input, flags } = parseLine(path, command, finished);
    const { environment, homeDirectory } = program.terminal;
    const settings = await resolveSettings({ flags, environment, homeDirectory });
    return await withContext(program, settings, (context) => complete(context, input));
  } catch {
    // Errors are not reported on a half-typed line: they show when the line is run.
    return [];
  }
}

function flagNames(options: readonly Pick<OptionSpec, "name" | "description">[]): readonly Offer[] {
  return [
    ...options.map(({ name, description }): Offer => [`--${name}`, () => description]),
    ["--help", () => "show the help of the command"],
  ];
}

/** The position of the cursor in a command. `before` holds the words that can already be parsed. */
type CommandCursor =
  | { readonly kind: "flag"; readonly options: readonly OptionSpec[] }
  | { readonly kind: "value"; readonly option: OptionSpec; readonly before: readonly string[] }
  | {
      readonly kind: "argument";
      readonly argument: ArgumentSpec | undefined;
      readonly before: readonly string[];
    };

/** Returns the position after the finished words. `unfinished` is the beginning of the next word. */
function findCommandCursor(command: Command, finished: readonly string[], unfinished: string): CommandCursor {
  const options = [...(command.options ?? []), ...settingsFor(command).map(settingToOption)];
  const valued = new Map(
    options
      .filter(({ placeholder }) => placeholder !== undefined)
      .map((option) => [`--${option.name}`, option]),
  );
  const option = valued.get(finished.at(-1) ?? "");
  if (option !== undefined) return { kind: "value", option, before: finished.slice(0, -1) };
  if (unfinished.startsWith("-")) return { kind: "flag", options };
  const args = command.arguments ?? [];
  const last = args.at(-1);
  const argument = args[countArguments(finished, valued)] ?? (last?.isVariadic === true ? last : undefined);
  return { kind: "argument", argument, before: finished };
}

function countArguments(words: readonly string[], valued: ReadonlyMap<string, OptionSpec>): number {
  let count = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (valued.has(word)) index += 1;
    else if (!word.startsWith("-") || word === "-") count += 1;
  }
  return count;
}
