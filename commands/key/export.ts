import type { Command } from "../../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/consent.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import { KEY_ARGUMENT, unlockKey } from "./keys.js";

export const command: Command = {
  summary: "print a private key unencrypted",
  description: [
    "Anyone with the private key controls its address. The command asks for confirmation, then prints the key on stdout.",
  ],
  arguments: [KEY_ARGUMENT],
  options: [...PASSWORD_OPTIONS, YES_OPTION],
  examples: [
    { line: "chainnode key export alice" },
    { line: "chainnode key export alice --yes --password-file alice.txt > alice.key" },
  ],
  result: TEXT,
  async run(context, input) {
    await askForConsent("Print the private key unencrypted?", context, input);
    const { privateKey } = await unlockKey(context, input, input.optionalArgument("key"));
    return lineOutcome(privateKey);
  },
};
