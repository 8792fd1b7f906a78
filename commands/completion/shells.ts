import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ArgumentSpec } from "../../src/cli/command.js";
import type { Environment } from "../../src/cli/terminal/terminal.js";
import * as errors from "../errors.js";

/**
 * The directory completions/, three levels above the built sources. Its scripts contain nothing of the command tree,
 * so they are never stale: each only calls `chainnode __complete`.
 */
const DIRECTORY = new URL("../../../completions/", import.meta.url);

interface Shell {
  readonly script: string;
  /** The file from which the shell loads the script for every new session of a user. */
  readonly place: (environment: Environment, home: string) => string;
  /** What the user must also do. */
  readonly advice?: string;
}

const SHELLS: ReadonlyMap<string, Shell> = new Map([
  [
    "bash",
    {
      script: "chainnode.bash",
      place: (environment, home) => {
        const data = environment["XDG_DATA_HOME"] || join(home, ".local", "share");
        const directory = environment["BASH_COMPLETION_USER_DIR"] || join(data, "bash-completion");
        return join(directory, "completions", "chainnode");
      },
      advice: "It needs the package bash-completion.",
    },
  ],
  [
    "fish",
    {
      script: "chainnode.fish",
      place: (environment, home) =>
        join(
          environment["XDG_CONFIG_HOME"] || join(home, ".config"),
          "fish",
          "completions",
          "chainnode.fish",
        ),
    },
  ],
  [
    "zsh",
    {
      script: "_chainnode",
      place: (environment, home) => join(environment["ZDOTDIR"] || home, ".zfunc", "_chainnode"),
      advice: "Add to .zshrc, before compinit: fpath+=(${ZDOTDIR:-$HOME}/.zfunc)",
    },
  ],
]);

export const SHELL_NAMES = [...SHELLS.keys()];

export const SHELL_ARGUMENT: ArgumentSpec = {
  name: "shell",
  description: `shell: ${SHELL_NAMES.join(", ")}`,
  complete: async () => SHELL_NAMES,
};

/** Throws `SHELL`. */
export function shellNamed(name: string): Shell {
  const shell = SHELLS.get(name);
  if (shell === undefined) throw errors.shell({ choices: SHELL_NAMES.join(", "), got: name });
  return shell;
}

/** The user's login shell by name, such as `bash`; empty when it is not known. */
export function loginShell(environment: Environment): string {
  return basename(environment["SHELL"] ?? "");
}

export function readCompletionScript({ script }: Shell): Promise<string> {
  return readFile(new URL(script, DIRECTORY), "utf8");
}
