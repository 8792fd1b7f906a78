import type { Command } from "../../src/cli/command.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { publicKeyToAddress } from "../../src/codec/address.js";
import { isKey } from "../../src/codec/ed25519.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import * as errors from "../errors.js";

export const command: Command = {
  summary: "compute the address of a public key (44 characters)",
  arguments: [{ name: "public-key", description: "64 lower-case hex characters", isRequired: true }],
  examples: [
    {
      line: "chainnode hash address cf76238ca7d776e66ecd19c893781c47d1ca9c6267719c0e580dce5b2cd619cb",
    },
  ],
  result: TEXT,
  async run(_context, input) {
    const publicKey = input.argument("public-key");
    if (!isKey(publicKey)) {
      throw errors.publicKey({ got: `${publicKey.length} characters` });
    }
    return lineOutcome(publicKeyToAddress(publicKey));
  },
};
