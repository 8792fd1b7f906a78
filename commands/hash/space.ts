import type { Command } from "../../src/cli/command.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import { TEXT } from "../../src/records/operations/json-schema.js";

export const command: Command = {
  summary: "the id of a writer's space (the cid of its contracts), 64 characters",
  arguments: [
    { name: "writer", description: "the address of the writer", isRequired: true },
    { name: "space", description: "the name of the space", isRequired: true },
  ],
  examples: [{ line: "chainnode hash space 4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f shop" }],
  result: TEXT,
  async run(_context, input) {
    return lineOutcome(spaceIdOf(input.argument("writer"), input.argument("space")));
  },
};
