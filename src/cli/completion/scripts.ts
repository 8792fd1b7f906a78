import { readFile } from "node:fs/promises";

/**
 * The directory completions/, three levels above the built sources. Its scripts contain nothing of the command tree,
 * so they are never stale: each only calls `chainnode __complete`.
 */
const DIRECTORY = new URL("../../../../completions/", import.meta.url);

export interface Shell {
  readonly script: string;
  /** The command that installs completion for every new shell. */
  readonly install: string;
}

export const SHELLS: ReadonlyMap<string, Shell> = new Map([
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

export function readCompletionScript({ script }: Shell): Promise<string> {
  return readFile(new URL(script, DIRECTORY), "utf8");
}
