import type { OptionSpec } from "../command.js";
import type { Context } from "../context.js";
import { Interrupted } from "../terminal/interrupted.js";
import type { Input } from "./input.js";
import { usageError } from "./usage-error.js";

export const YES_OPTION: OptionSpec = { name: "yes", short: "y", description: "do not ask, for scripts" };

/**
 * Goes on only with the user's word: `--yes`, or an answer at the terminal. Throws `CONSENT_MISSING` where nobody can
 * answer.
 */
export async function askForConsent(
  question: string,
  { terminal, note }: Pick<Context, "terminal" | "note">,
  input: Input,
): Promise<void> {
  if (input.flag(YES_OPTION.name)) return;
  if (terminal.prompter === null) {
    throw usageError(
      "CONSENT_MISSING",
      "This needs a confirmation and there is no terminal to ask for it. ",
      {},
      "Say --yes if it is meant.",
    );
  }
  if (await terminal.prompter.confirm(question)) return;
  note("Nothing was done.");
  throw new Interrupted();
}

/** Asks a person who is there; a script, or whoever said `--yes`, is not asked. */
export async function askPerson(
  question: string,
  context: Pick<Context, "terminal" | "note">,
  input: Input,
): Promise<void> {
  if (context.terminal.prompter !== null) await askForConsent(question, context, input);
}
