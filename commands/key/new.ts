import type { Command } from "../../src/cli/command.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { NAME_ARGUMENT, readNewPassword, KEY, keyOutcome } from "./keys.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "create a key and store it encrypted",
  description: [
    "The private key is random and is encrypted with a password. If the password is lost, the key cannot be recovered.",
    "The first key becomes the default key.",
  ],
  arguments: [NAME_ARGUMENT],
  options: PASSWORD_OPTIONS,
  examples: [
    { line: "chainnode key new alice" },
    {
      explanation: "without a terminal",
      line: "chainnode key new alice --password-file /run/secrets/alice",
    },
  ],
  result: KEY,
  async run(context, input) {
    const name = input.argument("name");
    const keystore = await workspaceOf(context).keystore();
    await keystore.assertFree(name);
    const { createPrivateKey } = await import("../../src/node/keys/keystore.js");
    const password = await readNewPassword(context, input, name);
    return keyOutcome(await keystore.add(name, createPrivateKey(), password));
  },
};
