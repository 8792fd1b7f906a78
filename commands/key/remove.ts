import type { Command } from "../../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/consent.js";
import { REQUIRED_KEY, KEY, keyOutcome } from "./keys.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "delete a key permanently",
  description: ["A deleted key cannot be restored unless it was exported before."],
  arguments: [REQUIRED_KEY],
  options: [YES_OPTION],
  examples: [{ line: "chainnode key remove alice" }],
  result: KEY,
  async run(context, input) {
    const keystore = await workspaceOf(context).keystore();
    const entry = await keystore.find(input.argument("key"));
    await askForConsent(`Delete the key ${entry.name} (${entry.address}) permanently?`, context, input);
    await keystore.remove(entry);
    return keyOutcome({ ...entry, isDefault: false });
  },
};
