import type { Command } from "../../src/cli/command.js";
import { CODE_FILES, registerFiles, REGISTERING_OPTIONS, REGISTERED } from "./registering.js";

export const command: Command = {
  summary: "publish code in the method format, in a space of one's own",
  description: [
    "The record's writer is the address that signs. Each code is checked, compared with the chain, sent, waited for and read back; code that the chain has already, to the letter, is left alone.",
  ],
  arguments: [CODE_FILES],
  options: REGISTERING_OPTIONS,
  examples: [
    { line: "chainnode code publish stock.mjs" },
    {
      line: "chainnode code publish stock.json --yes --password-file alice.txt",
      explanation: "from a script",
    },
  ],
  result: REGISTERED,
  run: (context, input) => registerFiles(context, input, { registrar: "Publish", format: "method" }),
};
