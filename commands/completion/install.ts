import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Command } from "../../src/cli/command.js";
import { objectToValue } from "../../src/codec/value.js";
import { objectOf, orNull, TEXT } from "../../src/records/operations/json-schema.js";
import { loginShell, readCompletionScript, SHELL_ARGUMENT, shellNamed } from "./shells.js";

export const command: Command = {
  summary: "install shell completion for the user",
  description: [
    "Writes the completion script to the file from which the shell loads it in every new session, and replaces an earlier one.",
  ],
  arguments: [{ ...SHELL_ARGUMENT, default: "the shell in $SHELL" }],
  examples: [{ line: "chainnode completion install" }, { line: "chainnode completion install zsh" }],
  result: objectOf({ shell: TEXT, file: TEXT, advice: orNull(TEXT) }),
  async run({ terminal: { environment, homeDirectory } }, input) {
    const name = input.optionalArgument("shell") ?? loginShell(environment);
    const shell = shellNamed(name);
    const file = shell.place(environment, homeDirectory);
    const { advice = null } = shell;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await readCompletionScript(shell));
    return {
      data: objectToValue({ shell: name, file, advice }),
      text: () => `The completion of ${name} is in ${file}.\n${advice === null ? "" : `${advice}\n`}`,
    };
  },
};
