import type { Command, Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { readSecret } from "../../src/cli/input/secret-file.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { NAME_ARGUMENT, readNewPassword, KEY, keyOutcome } from "./keys.js";
import { workspaceOf } from "../workspace.js";
import * as errors from "../errors.js";

export const command: Command = {
  summary: "store an existing private key under a name",
  description: [
    "The private key, 64 hex characters, is read from a hidden prompt, or from the first line of a file or stdin. It is never an argument, because arguments stay in the shell's history.",
  ],
  arguments: [NAME_ARGUMENT],
  options: [
    {
      name: "key-file",
      placeholder: "file",
      default: "a hidden prompt",
      description: "file whose first line is the private key; - is stdin",
    },
    ...PASSWORD_OPTIONS,
  ],
  examples: [
    { line: "chainnode key import alice" },
    { line: "chainnode key import alice --key-file - --password-file alice.txt < alice.key" },
  ],
  result: KEY,
  async run(context, input) {
    const name = input.argument("name");
    const keystore = await workspaceOf(context).keystore();
    await keystore.assertFree(name);
    const privateKey = await readPrivateKey(context, input);
    const password = await readNewPassword(context, input, name);
    return keyOutcome(await keystore.add(name, privateKey, password));
  },
};

async function readPrivateKey(context: Context, input: Input): Promise<string> {
  const file = input.option("key-file");
  if (file !== undefined) return (await readSecret(file, context)).trim();
  const { prompter } = context.terminal;
  if (prompter !== null) return prompter.secret("Private key");
  throw errors.keyMissing();
}
