import type { Command } from "../../src/cli/command.js";
import { keyOutcome } from "../shared/key/key-outcome.js";
import { KEY_ARGUMENT, openKeystore } from "../shared/key/keys.js";
import { KEY } from "../shared/schemas.js";

export const command: Command = {
  summary: "show a key's address and public key",
  description: ["Without a name: the default key. The private key is never shown; see chainnode key export."],
  arguments: [KEY_ARGUMENT],
  examples: [{ line: "chainnode key show alice" }],
  result: KEY,
  async run(context, input) {
    const keystore = await openKeystore(context);
    return keyOutcome(await keystore.find(input.optionalArgument("key")));
  },
};
