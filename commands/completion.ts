import { readFile } from "node:fs/promises";
import type { Command } from "../src/cli/command.js";
import { TEXT } from "../src/records/operations/json-schema.js";
import * as errors from "./errors.js";

/**
 * The directory completions/, two levels above the built sources. Its scripts contain nothing of the command tree,
 * so they are never stale: each only calls `chainnode __complete`.
 */
const DIRECTORY = new URL("../../completions/", import.meta.url);

interface Shell {
  readonly script: string;
  /** The command that installs completion for every new shell. */
  readonly install: string;
}

const SHELLS: ReadonlyMap<string, Shell> = new Map([
  [
    "bash",
    {
      script: "chainnode.bash",
      install: "chainnode completion bash > ~/.local/share/bash-completion/completions/chainnode",
    },
  ],
  ["zsh", { script: "_chainnode", install: 'chainnode completion zsh > "${fpath[1]}/_chainnode"' }],
  [
    "fish",
    {
      script: "chainnode.fish",
      install: "chainnode completion fish > ~/.config/fish/completions/chainnode.fish",
    },
  ],
]);

function readCompletionScript({ script }: Shell): Promise<string> {
  return readFile(new URL(script, DIRECTORY), "utf8");
}

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
