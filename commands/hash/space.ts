import type { Command } from "../../src/cli/command.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { spaceIdOf } from "../../src/codec/hash.js";

export const command: Command = {
  summary: "the id of a writer's space (the cid of its contracts), 64 characters",
  arguments: [
    { name: "writer", description: "the address of the writer", isRequired: true },
    { name: "space", description: "the name of the space", isRequired: true },
  ],
  examples: [{ line: "chainnode hash space a5c7a25f9b9a8e6e3c1b5cdd1bd5e2a3e6e1c3b6ecc6 shop" }],
  async run(_context, input) {
    return lineOutcome(spaceIdOf(input.argument("writer"), input.argument("space")));
  },
};
