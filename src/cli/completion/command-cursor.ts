import type { ArgumentSpec, Command, OptionSpec } from "../command.js";
import { settingsFor, settingToOption } from "../input/parser.js";

/** The position of the cursor in a command. `before` holds the words that can already be parsed. */
export type CommandCursor =
  | { readonly kind: "flag"; readonly options: readonly OptionSpec[] }
  | { readonly kind: "value"; readonly option: OptionSpec; readonly before: readonly string[] }
  | {
      readonly kind: "argument";
      readonly argument: ArgumentSpec | undefined;
      readonly before: readonly string[];
    };

/** Returns the position after the finished words. `unfinished` is the beginning of the next word. */
export function findCommandCursor(
  command: Command,
  finished: readonly string[],
  unfinished: string,
): CommandCursor {
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
