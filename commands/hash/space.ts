import type { Command } from "../../src/cli/command.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import { LITERAL_WRITER_OPTION, readWriter, WRITER_ARGUMENT } from "./arguments.js";

export const command: Command = {
  summary: "compute the id of a space, the cid of its contracts (64 characters)",
  arguments: [WRITER_ARGUMENT, { name: "space", description: "name of the space", isRequired: true }],
  options: [LITERAL_WRITER_OPTION],
  examples: [
    { line: "chainnode hash space 4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f shop" },
    { line: "chainnode hash space alice shop", explanation: "by the name of a key" },
  ],
  result: TEXT,
  async run(context, input) {
    return lineOutcome(spaceIdOf(await readWriter(context, input), input.argument("space")));
  },
};
