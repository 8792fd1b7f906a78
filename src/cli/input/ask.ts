import type { ArgumentSpec, Command, Context } from "../command.js";
import type { Route } from "../route.js";
import type { Prompter } from "../terminal/prompter.js";
import type { Input } from "./input.js";
import { shellWord } from "./shell-word.js";
import * as errors from "../errors.js";

/**
 * Completes the required arguments of an input. At a terminal it prompts for the missing ones and shows the
 * equivalent command line. Throws `MISSING_ARGUMENT` without a terminal.
 */
export async function askForMissing(
  route: Route,
  command: Command,
  input: Input,
  context: Context,
): Promise<Input> {
  const { prompter } = context.terminal;
  const asked: string[] = [];
  let complete = input;
  for (const argument of command.arguments ?? []) {
    if (prompter === null) {
      if (isMissing(argument, complete) && argument.isRequired === true)
        throw missingArgument(route.path, argument);
      continue;
    }
    const words = await askFor(argument, complete, context, prompter);
    if (words.length === 0) continue;
    asked.push(...words);
    complete = complete.withWords(argument.name, words);
  }
  if (asked.length > 0) {
    const line = ["chainnode", route.path, ...[...route.words, ...asked].map(shellWord)].join(" ");
    context.note(context.style.dim(`The same in one line: ${line}`));
  }
  return complete;
}

async function askFor(
  argument: ArgumentSpec,
  input: Input,
  context: Context,
  prompter: Prompter,
): Promise<readonly string[]> {
  const { name, description, isRequired, isVariadic, ask } = argument;
  const missing = isMissing(argument, input);
  if (ask !== undefined && (missing || isVariadic === true)) return ask(context, input, prompter);
  if (!missing || isRequired !== true) return [];
  const validate = (text: string): true | string =>
    text !== "" || `Type the ${name}, or press Ctrl-C to leave.`;
  return [await prompter.text(`${name} (${description})`, { validate })];
}

function isMissing({ name }: ArgumentSpec, input: Input): boolean {
  return input.optionalArgument(name) === undefined;
}

function missingArgument(path: string, { name, description }: ArgumentSpec): Error {
  return errors.missingArgument({ path, name, description });
}
