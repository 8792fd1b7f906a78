import type { Command } from "../../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/consent.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import { KEY_ARGUMENT, unlockKey } from "./keys.js";

export const command: Command = {
  summary: "print a private key in the clear",
  description: [
    "Whoever sees the private key owns everything that belongs to its address. It is printed on stdout only after a confirmation.",
  ],
  arguments: [KEY_ARGUMENT],
  options: [...PASSWORD_OPTIONS, YES_OPTION],
  examples: [
    { line: "chainnode key export alice" },
    { line: "chainnode key export alice --yes --password-file alice.txt > alice.key" },
  ],
  result: TEXT,
  async run(context, input) {
    await askForConsent("Print the private key in the clear?", context, input);
    const { privateKey } = await unlockKey(context, input, input.optionalArgument("key"));
    return lineOutcome(privateKey);
  },
};
