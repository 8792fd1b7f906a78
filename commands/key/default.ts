import type { Command } from "../../src/cli/command.js";
import { KEY_ARGUMENT, KEY, keyOutcome } from "./keys.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "show or set the default signing key",
  arguments: [{ ...KEY_ARGUMENT, default: "show the default key" }],
  examples: [
    { line: "chainnode key default" },
    { line: "chainnode key default alice", explanation: "make alice the default" },
  ],
  result: KEY,
  async run(context, input) {
    const keystore = await workspaceOf(context).keystore();
    const chosen = input.optionalArgument("key");
    const entry = await keystore.find(chosen);
    if (chosen === undefined) return keyOutcome(entry);
    await keystore.setDefault(entry);
    return keyOutcome({ ...entry, isDefault: true });
  },
};
