import type { ArgumentSpec, Command } from "../command.js";
import type { Context } from "../context.js";
import type { Route } from "../route.js";
import type { Input } from "./input.js";
import { usageError } from "./usage-error.js";

/**
 * The input with its required arguments. At a terminal what is missing is asked for, and the line that would have
 * done the same is shown. Throws `MISSING_ARGUMENT` where nobody can answer.
 */
export async function askForMissing(
  route: Route,
  command: Command,
  input: Input,
  { terminal: { prompter }, note, style }: Context,
): Promise<Input> {
  const missing = (command.arguments ?? []).filter(
    ({ name, isRequired }) => isRequired === true && input.optionalArgument(name) === undefined,
  );
  const [first] = missing;
  if (first === undefined) return input;
  if (prompter === null) throw missingArgument(route.path, first);

  const answers = new Map<string, readonly string[]>();
  for (const { name, description } of missing) {
    const answer = await prompter.text(`${name} (${description})`, {
      validate: (text) => text !== "" || `Type the ${name}, or press Ctrl-C to leave.`,
    });
    answers.set(name, [answer]);
  }
  const typed = ["chainnode", route.path, ...route.words, ...[...answers.values()].flat().map(shellWord)];
  note(style.dim(`The same in one line: ${typed.join(" ")}`));
  return input.withArguments(answers);
}

function missingArgument(path: string, { name, description }: ArgumentSpec): Error {
  return usageError(
    "MISSING_ARGUMENT",
    `chainnode ${path} needs <${name}>: ${description}. `,
    {},
    `See: chainnode ${path} --help`,
  );
}

/** A word as a POSIX shell reads it back. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
