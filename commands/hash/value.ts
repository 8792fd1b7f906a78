import type { Command } from "../../src/cli/command.js";
import { parseOperand } from "../../src/cli/input/parameters.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { hashOf } from "../../src/codec/hash.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import { VALUE_ARGUMENT } from "./arguments.js";

export const command: Command = {
  summary: "compute the hash of a value: SHA-256 of its text (64 characters)",
  arguments: [VALUE_ARGUMENT],
  examples: [
    { line: "chainnode hash value hello" },
    {
      explanation: "the hash of a map, from its canonical JSON",
      line: `chainnode hash value ':={"type":"Send"}'`,
    },
  ],
  result: TEXT,
  async run({ terminal }, input) {
    return lineOutcome(hashOf(await parseOperand(input.argument("value"), terminal)));
  },
};
