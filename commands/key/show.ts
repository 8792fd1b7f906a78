import type { Command } from "../../src/cli/command.js";
import { completeNames, KEY_ARGUMENT, KEY, keyOutcome } from "./keys.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "show the address and public key of a key",
  description: [
    "The name node means the key of the node on the data directory. The private key is never shown; see chainnode key export.",
  ],
  arguments: [{ ...KEY_ARGUMENT, complete: completeNames }],
  examples: [{ line: "chainnode key show alice" }, { line: "chainnode key show node" }],
  result: KEY,
  async run(context, input) {
    const keys = await workspaceOf(context).keys();
    return keyOutcome(await keys.find(input.optionalArgument("key")));
  },
};
