import type { Context, OptionSpec } from "../command.js";
import { Interrupted } from "../terminal/interrupted.js";
import type { Input } from "./input.js";
import * as errors from "../errors.js";

export const YES_OPTION: OptionSpec = { name: "yes", short: "y", description: "skip the confirmation" };

/**
 * Continues only with the user's consent: `--yes`, or an answer at the terminal. Throws `CONSENT_MISSING` without a
 * terminal.
 */
export async function askForConsent(
  question: string,
  { terminal, note }: Pick<Context, "terminal" | "note">,
  input: Input,
): Promise<void> {
  if (input.flag(YES_OPTION.name)) return;
  if (terminal.prompter === null) {
    throw errors.consentMissing();
  }
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
