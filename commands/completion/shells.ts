import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { positional } from "../../src/cli/command.js";
import { baseDirectory, type UserPlaces } from "../../src/cli/terminal/home-directory.js";
import type { Environment } from "../../src/cli/terminal/terminal.js";
import * as errors from "../errors.js";

/** completions/, three levels above the built sources. Its scripts only call `chainnode __complete`. */
const DIRECTORY = new URL("../../../completions/", import.meta.url);

interface Shell {
  readonly script: string;
  /** The directory from which the shell loads scripts for every new session of a user. Null: the user has no home. */
  readonly directory: (places: UserPlaces) => string | null;
  readonly file: string;
  readonly advice?: string;
}

const SHELLS: ReadonlyMap<string, Shell> = new Map([
  [
    "bash",
    {
      script: "chainnode.bash",
      directory(places) {
        const named = places.environment["BASH_COMPLETION_USER_DIR"] ?? "";
        const data = named === "" ? baseDirectory("XDG_DATA_HOME", ".local/share", places) : null;
        return named === "" ? below(data, "bash-completion/completions") : join(named, "completions");
      },
      file: "chainnode",
      advice: "It needs the package bash-completion.",
    },
  ],
  [
    "fish",
    {
      script: "chainnode.fish",
      directory: (places) => below(baseDirectory("XDG_CONFIG_HOME", ".config", places), "fish/completions"),
      file: "chainnode.fish",
    },
  ],
  [
    "zsh",
    {
      script: "_chainnode",
      directory: ({ environment, homeDirectory }) => below(environment["ZDOTDIR"] || homeDirectory, ".zfunc"),
      file: "_chainnode",
      advice: "Add to .zshrc, before compinit: fpath+=(${ZDOTDIR:-$HOME}/.zfunc)",
    },
  ],
]);

function below(directory: string | null, path: string): string | null {
  return directory === null ? null : join(directory, path);
}

export const SHELL_NAMES = [...SHELLS.keys()];

export const SHELL_ARGUMENT = positional("[shell]", `shell: ${SHELL_NAMES.join(", ")}`, {
  complete: async () => SHELL_NAMES,
});

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
