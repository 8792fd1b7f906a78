import type { Command } from "../../src/cli/command.js";
import { parseOperand } from "../../src/cli/input/parameters.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { idHashOf } from "../../src/codec/hash.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import { VALUE_ARGUMENT } from "./arguments.js";

export const command: Command = {
  summary: "compute the id hash of a value: its short hash with a checksum (44 characters)",
  arguments: [VALUE_ARGUMENT],
  examples: [
    { explanation: "the id of classic code", line: `chainnode hash id ':=["Send",""]'` },
    { line: "chainnode hash id hello" },
  ],
  result: TEXT,
  async run({ terminal }, input) {
    return lineOutcome(idHashOf(await parseOperand(input.argument("value"), terminal)));
  },
};
