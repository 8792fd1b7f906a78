import type { Command } from "../src/cli/command.js";
import { readCompletionScript, SHELLS } from "../src/cli/completion/scripts.js";
import { TEXT } from "../src/records/operations/json-schema.js";
import * as errors from "./errors.js";

const SHELL_NAMES = [...SHELLS.keys()].toSorted();

export const command: Command = {
  summary: "print the shell completion script",
  description: [
    "The script calls chainnode for every completion, so it also completes names of keys, contracts and parameters, and it never needs an update.",
  ],
  arguments: [
    {
      name: "shell",
      description: `shell: ${SHELL_NAMES.join(", ")}`,
      isRequired: true,
      complete: async () => SHELL_NAMES,
    },
  ],
  examples: [
    { line: 'eval "$(chainnode completion bash)"', explanation: "in the current shell" },
    {
      line: "chainnode completion fish > ~/.config/fish/completions/chainnode.fish",
      explanation: "in every new shell",
    },
  ],
  result: TEXT,
  async run(context, input) {
    const name = input.argument("shell");
    const shell = SHELLS.get(name);
    if (shell === undefined) {
      throw errors.shell({ choices: SHELL_NAMES.join(", "), got: name });
    }
    const script = await readCompletionScript(shell);
    if (context.terminal.output.isTerminal)
      context.note(`To install it for every new shell: ${shell.install}`);
    return { data: script, text: () => script };
  },
};
