import { option, type Command, type Context } from "../command.js";
import type { Route } from "../route.js";
import { Interrupted } from "../terminal/prompter.js";
import type { Input } from "./input.js";
import * as errors from "../errors.js";

interface ParsedCommand {
  readonly route: Route;
  readonly command: Command;
  readonly input: Input;
}

/** Prompts for missing required arguments, and shows the line. Throws `MISSING_ARGUMENT` without a terminal. */
export async function askForMissing(
  { route: { path, words }, command, input }: ParsedCommand,
  context: Context,
): Promise<Input> {
  const { prompter } = context.terminal;
  const asked: string[] = [];
  let complete = input;
  for (const argument of command.arguments ?? []) {
    const { name, description, isRequired, isVariadic, ask, unless } = argument;
    if (unless !== undefined && complete.option(unless) !== undefined) continue;
    const isMissing = complete.optionalArgument(name) === undefined;
    const isNeeded = isMissing && isRequired === true;
    let answers: readonly string[] = [];
    if (prompter === null) {
      if (isNeeded) throw errors.missingArgument({ path, name, description });
    } else if (ask !== undefined && (isMissing || isVariadic === true)) {
      answers = await ask(context, complete, prompter);
    } else if (isNeeded) {
      const hint = `Type the ${name}, or press Ctrl-C to leave.`;
      answers = [await prompter.text(`${name} (${description})`, (text) => text !== "" || hint)];
    }
    if (answers.length === 0) continue;
    asked.push(...answers);
    complete = complete.withWords(name, answers);
  }
  if (asked.length > 0) {
    const line = ["chainnode", path, ...[...words, ...asked].map(shellWord)].join(" ");
    context.note(context.style.dim(`The same in one line: ${line}`));
  }
  return complete;
}

export const YES_OPTION = option("-y, --yes", "skip the confirmation");

/** Continues with `--yes` or the user's consent. Throws `CONSENT_MISSING` without a terminal. */
export async function askForConsent(
  question: string,
  { terminal, note }: Pick<Context, "terminal" | "note">,
  input: Input,
): Promise<void> {
  if (input.flag(YES_OPTION.name)) return;
  if (terminal.prompter === null) throw errors.consentMissing();
  if (await terminal.prompter.confirm(question)) return;
  note("Nothing was done.");
  throw new Interrupted();
}

/** Asks for consent at a terminal. With `--yes` or without a terminal it does not ask. */
export async function askPerson(
  question: string,
  context: Pick<Context, "terminal" | "note">,
  input: Input,
): Promise<void> {
  if (context.terminal.prompter !== null) await askForConsent(question, context, input);
}

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
