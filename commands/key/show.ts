import type { Command } from "../../src/cli/command.js";
import { completeNames, KEY_ARGUMENT, KEY, keyOutcome } from "./keys.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "show a key's address and public key",
  description: [
    "Without a name it shows the default key; node is the key of the data directory's own node. The private key is never shown; see chainnode key export.",
  ],
  arguments: [{ ...KEY_ARGUMENT, complete: completeNames }],
  examples: [{ line: "chainnode key show alice" }, { line: "chainnode key show node" }],
  result: KEY,
  async run(context, input) {
    const keys = await workspaceOf(context).keys();
    return keyOutcome(await keys.find(input.optionalArgument("key")));
  },
};
