import type { Command } from "../../src/cli/command.js";
import { parseOperand } from "../../src/cli/input/parameters.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { shortHashOf } from "../../src/codec/hash.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import { VALUE_ARGUMENT } from "./arguments.js";

export const command: Command = {
  summary: "compute the short hash of a value: RIPEMD-160 of its hash (40 characters)",
  arguments: [VALUE_ARGUMENT],
  examples: [{ line: "chainnode hash short hello" }],
  result: TEXT,
  async run({ terminal }, input) {
    return lineOutcome(shortHashOf(await parseOperand(input.argument("value"), terminal)));
  },
};
