import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "../../src/cli/command.js";
import { homeMissing } from "../../src/codec/errors.js";
import { objectToValue } from "../../src/codec/value.js";
import { replaceFile } from "../../src/base/files/write-file.js";
import { objectOf, orNull, TEXT } from "../../src/records/operations/json-schema.js";
import { loginShell, readCompletionScript, SHELL_ARGUMENT, shellNamed } from "./shells.js";

export const command: Command = {
  summary: "install shell completion for the user",
  description: [
    "Writes the completion script to the file from which the shell loads it in every new session, and replaces an earlier one.",
  ],
  arguments: [{ ...SHELL_ARGUMENT, default: "the shell in $SHELL" }],
  examples: ["chainnode completion install", "chainnode completion install zsh"],
  result: objectOf({ shell: TEXT, file: TEXT, advice: orNull(TEXT) }),
  async run({ terminal }, input) {
    const name = input.optionalArgument("shell") ?? loginShell(terminal.environment);
    const shell = shellNamed(name);
    const directory = shell.directory(terminal);
    if (directory === null) throw homeMissing();
    const file = join(directory, shell.file);
    const { advice = null } = shell;
    await mkdir(directory, { recursive: true });
    await replaceFile(file, await readCompletionScript(shell));
    return {
      data: objectToValue({ shell: name, file, advice }),
      text: () => `The completion of ${name} is in ${file}.\n${advice === null ? "" : `${advice}\n`}`,
    };
  },
};
