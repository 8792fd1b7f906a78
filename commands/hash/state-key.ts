import type { Command } from "../../src/cli/command.js";
import { usageError } from "../../src/cli/input/usage-error.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { stateKey } from "../../src/codec/state-key.js";
import { TEXT } from "../../src/records/operations/json-schema.js";

export const command: Command = {
  summary: "the key under which a state value is kept, at most 128 characters",
  arguments: [
    { name: "writer", description: "the address of the writer", isRequired: true },
    { name: "space", description: "the name of the space", isRequired: true },
    { name: "attribute", description: "the name of the attribute, such as balance", isRequired: true },
    {
      name: "key",
      description: "which of its values: 2 to 64 hex characters, mostly an address",
      isRequired: true,
    },
  ],
  examples: [{ line: "chainnode hash state-key 4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f shop stock 01" }],
  result: TEXT,
  async run(_context, input) {
    const key = stateKey(
      input.argument("writer"),
      input.argument("space"),
      input.argument("attribute"),
      input.argument("key"),
    );
    if (key === null) {
      throw usageError("STATE_KEY", "A key is lower-case hex of even length from 2 to 64. ", {
        key: input.argument("key"),
      });
    }
    return lineOutcome(key);
  },
};
