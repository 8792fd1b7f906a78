import type { Command } from "../src/cli/command.js";
import { TEXT } from "../src/records/operations/json-schema.js";
import { readCompletionScript, SHELL_ARGUMENT, SHELL_NAMES, shellNamed } from "./completion/install.js";

export const command: Command = {
  summary: "print the shell completion script",
  description: [
    "The script calls chainnode for every completion, so it also completes names of keys, contracts and parameters, and it never needs an update. `chainnode completion install` writes it to where the shell finds it.",
  ],
  arguments: [{ ...SHELL_ARGUMENT, isRequired: true, complete: async () => [...SHELL_NAMES, "install"] }],
  examples: [
    "# in the current shell",
    'eval "$(chainnode completion bash)"',
    "# in every new shell",
    "chainnode completion install",
  ],
  result: TEXT,
  async run({ terminal, note }, input) {
    const name = input.argument("shell");
    const script = await readCompletionScript(shellNamed(name));
    if (terminal.output.isTerminal)
      note(`To install it for every new shell: chainnode completion install ${name}`);
    return { data: script, text: () => script };
  },
};
