import type { Command } from "../src/cli/command.js";
import { readCompletionScript, SHELLS } from "../src/cli/completion/scripts.js";
import { usageError } from "../src/cli/input/usage-error.js";
import { TEXT } from "../src/records/operations/json-schema.js";

const SHELL_NAMES = [...SHELLS.keys()].toSorted();

export const command: Command = {
  summary: "print the script that completes chainnode's words in a shell",
  description: [
    "The script only calls the binary, so that the names of keys, contracts and parameters complete too, and it never needs an update.",
  ],
  arguments: [
    {
      name: "shell",
      description: `one of ${SHELL_NAMES.join(", ")}`,
      isRequired: true,
      complete: async () => SHELL_NAMES,
    },
  ],
  examples: [
    { line: 'eval "$(chainnode completion bash)"', explanation: "for the shell at hand" },
    {
      line: "chainnode completion fish > ~/.config/fish/completions/chainnode.fish",
      explanation: "for every new shell",
    },
  ],
  result: TEXT,
  async run(context, input) {
    const name = input.argument("shell");
    const shell = SHELLS.get(name);
    if (shell === undefined) {
      throw usageError("SHELL", `The shell must be one of ${SHELL_NAMES.join(", ")}. `, { got: name });
    }
    const script = await readCompletionScript(shell);
    if (context.terminal.output.isTerminal) context.note(`Keep it for every new shell: ${shell.install}`);
    return { data: script, text: () => script };
  },
};
