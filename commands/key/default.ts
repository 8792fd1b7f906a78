import type { Command } from "../../src/cli/command.js";
import { KEY_ARGUMENT, KEY, keyOutcome } from "./keys.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "show or choose the key that signs when no other is named",
  arguments: [KEY_ARGUMENT],
  examples: [
    { line: "chainnode key default" },
    { line: "chainnode key default alice", explanation: "choose another one" },
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
