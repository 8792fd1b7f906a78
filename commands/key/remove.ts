import type { Command } from "../../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/consent.js";
import { KEY_ARGUMENT, KEY, keyOutcome } from "./keys.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "remove a key for ever",
  description: ["A key that was not exported before cannot be brought back."],
  arguments: [{ ...KEY_ARGUMENT, isRequired: true }],
  options: [YES_OPTION],
  examples: [{ line: "chainnode key remove alice" }],
  result: KEY,
  async run(context, input) {
    const keystore = await workspaceOf(context).keystore();
    const entry = await keystore.find(input.argument("key"));
    await askForConsent(`Remove the key ${entry.name} (${entry.address}) for ever?`, context, input);
    await keystore.remove(entry);
    return keyOutcome({ ...entry, isDefault: false });
  },
};
