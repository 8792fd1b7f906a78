import { mkdir, readFile } from "node:fs/promises";
import { join, basename } from "node:path";
import { type Command, positional } from "../../src/cli/command.js";
import { homeMissing } from "../../src/codec/errors.js";
import { objectToValue } from "../../src/codec/value.js";
import { replaceFile } from "../../src/base/files/write-file.js";
import { objectOf, orNull, TEXT } from "../../src/records/operations/json-schema.js";
import { baseDirectory, type UserPlaces } from "../../src/cli/terminal/home-directory.js";
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

const SHELLS = new Map(
  Object.entries<Shell>({
    bash: {
      script: "chainnode.bash",
      directory(places) {
        const named = places.environment["BASH_COMPLETION_USER_DIR"] ?? "";
        const data = named === "" ? baseDirectory("XDG_DATA_HOME", ".local/share", places) : null;
        return named === "" ? below(data, "bash-completion/completions") : join(named, "completions");
      },
      file: "chainnode",
      advice: "It needs the package bash-completion.",
    },
    fish: {
      script: "chainnode.fish",
      directory: (places) => below(baseDirectory("XDG_CONFIG_HOME", ".config", places), "fish/completions"),
      file: "chainnode.fish",
    },
    zsh: {
      script: "_chainnode",
      directory: ({ environment, homeDirectory }) => below(environment["ZDOTDIR"] || homeDirectory, ".zfunc"),
      file: "_chainnode",
      advice: "Add to .zshrc, before compinit: fpath+=(${ZDOTDIR:-$HOME}/.zfunc)",
    },
  }),
);

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

export function readCompletionScript({ script }: Shell): Promise<string> {
  return readFile(new URL(script, DIRECTORY), "utf8");
}

export const command: Command = {
  summary: "install shell completion for the user",
  description: [
    "Writes the completion script to the file from which the shell loads it in every new session, and replaces an earlier one.",
  ],
  arguments: [{ ...SHELL_ARGUMENT, default: "the shell in $SHELL" }],
  examples: ["chainnode completion install", "chainnode completion install zsh"],
  result: objectOf({ shell: TEXT, file: TEXT, advice: orNull(TEXT) }),
  async run({ terminal }, input) {
    const name = input.optionalArgument("shell") ?? basename(terminal.environment["SHELL"] ?? "");
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
