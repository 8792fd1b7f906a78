import { REGISTER } from "../../src/records/operations/contracts/register.js";
import type { Command } from "../../src/cli/command.js";
import { CODE_FILES, registerFiles, REGISTERING_OPTIONS, REGISTERED } from "./registering.js";

export const command: Command = {
  summary: "register code in the classic format, as a network manager",
  description: [
    "Each code is checked, compared with the chain, sent, and verified once a block holds it. Code that is unchanged on the chain is skipped, so a script can run the command repeatedly.",
  ],
  arguments: [CODE_FILES],
  options: REGISTERING_OPTIONS,
  examples: [
    { line: "chainnode code register stock.json --key manager" },
    { line: "chainnode code register contracts/*.json --dry-run", explanation: "show what would change" },
  ],
  result: REGISTERED,
  run: (context, input) => registerFiles(context, input, { registrar: REGISTER.type, format: "classic" }),
};
