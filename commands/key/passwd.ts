import type { Command } from "../../src/cli/command.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { KEY_ARGUMENT, readNewPassword, unlockKey, KEY, keyOutcome } from "./keys.js";
import { workspaceOf } from "../workspace.js";

const NEW_PASSWORD_FILE = "new-password-file";

export const command: Command = {
  summary: "change the password of a key",
  arguments: [KEY_ARGUMENT],
  options: [
    ...PASSWORD_OPTIONS,
    {
      name: NEW_PASSWORD_FILE,
      placeholder: "file",
      default: "a hidden prompt",
      description: "file whose first line is the new password",
    },
  ],
  examples: [
    { line: "chainnode key passwd alice" },
    { line: "chainnode key passwd alice --password-file old.txt --new-password-file new.txt" },
  ],
  result: KEY,
  async run(context, input) {
    const key = await unlockKey(context, input, input.optionalArgument("key"));
    const keystore = await workspaceOf(context).keystore();
    const options = { fileOption: NEW_PASSWORD_FILE };
    const password = await readNewPassword(context, input, key.name, options);
    await keystore.changePassword(key, password);
    return keyOutcome(key);
  },
};
