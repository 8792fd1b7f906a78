import { CONTRACTS } from "../../src/records/operations/system-contracts.js";
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
    "chainnode code register stock.json --key manager",
    "# show what would change",
    "chainnode code register contracts/*.json --dry-run",
  ],
  result: REGISTERED,
  run: (context, input) =>
    registerFiles(context, input, { registrar: CONTRACTS.REGISTER.type, format: "classic" }),
};
