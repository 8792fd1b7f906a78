import type { Command } from "../../src/cli/command.js";
import { CODE_FILES, registerFiles, REGISTERING_OPTIONS, REGISTERED } from "./registering.js";

export const command: Command = {
  summary: "publish code in the method format",
  description: [
    "The writer of the code is the address that signs. Each code is checked, compared with the chain, sent, and verified once a block holds it. Code that is unchanged on the chain is skipped.",
  ],
  arguments: [CODE_FILES],
  options: REGISTERING_OPTIONS,
  examples: [
    "chainnode code publish stock.mjs",
    "# from a script",
    "chainnode code publish stock.json --yes --password-file alice.txt",
  ],
  result: REGISTERED,
  run: (context, input) => registerFiles(context, input, { registrar: "Publish", format: "method" }),
};
