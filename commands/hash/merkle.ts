import type { Command } from "../../src/cli/command.js";
import { parseOperand } from "../../src/cli/input/parameters.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { merkleRoot } from "../../src/codec/merkle.js";
import type { Value } from "../../src/codec/value.js";
import { TEXT } from "../../src/records/operations/json-schema.js";

export const command: Command = {
  summary: "compute the Merkle root of a list of values (64 characters)",
  arguments: [
    {
      name: "item",
      description: "values in order, each as in chainnode hash value",
      isVariadic: true,
    },
  ],
  examples: [{ line: "chainnode hash merkle one two three" }],
  result: TEXT,
  async run({ terminal }, input) {
    const items: Value[] = [];
    for (const word of input.rest("item")) items.push(await parseOperand(word, terminal));
    return lineOutcome(merkleRoot(items));
  },
};
