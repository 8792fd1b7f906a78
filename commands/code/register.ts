import { REGISTER } from "../../src/records/operations/contracts/register.js";
import type { Command } from "../../src/cli/command.js";
import { CODE_FILES, registerFiles, REGISTERING_OPTIONS, REGISTERED } from "./registering.js";

export const command: Command = {
  summary: "register code in the classic format, as a network manager",
  description: [
    "Each code is checked, compared with the chain, sent, waited for and read back. Code that the chain has already, to the letter, is left alone: the command may stand in a script that runs often.",
  ],
  arguments: [CODE_FILES],
  options: REGISTERING_OPTIONS,
  examples: [
    { line: "chainnode code register stock.json --key manager" },
    { line: "chainnode code register contracts/*.json --dry-run", explanation: "what would change" },
  ],
  result: REGISTERED,
  run: (context, input) => registerFiles(context, input, { registrar: REGISTER.type, format: "classic" }),
};
