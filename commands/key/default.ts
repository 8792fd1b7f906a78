import type { Command } from "../../src/cli/command.js";
import { keyOutcome } from "../shared/key/key-outcome.js";
import { KEY_ARGUMENT, openKeystore } from "./keys.js";
import { KEY } from "../shared/schemas.js";

export const command: Command = {
  summary: "show or choose the key that signs when no other is named",
  arguments: [KEY_ARGUMENT],
  examples: [
    { line: "chainnode key default" },
    { line: "chainnode key default alice", explanation: "choose another one" },
  ],
  result: KEY,
  async run(context, input) {
    const keystore = await openKeystore(context);
    const chosen = input.optionalArgument("key");
    const entry = await keystore.find(chosen);
    if (chosen === undefined) return keyOutcome(entry);
    await keystore.setDefault(entry);
    return keyOutcome({ ...entry, isDefault: true });
  },
};
