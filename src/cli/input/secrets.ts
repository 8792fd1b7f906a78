import { statSync } from "node:fs";
import { option, type Context, type OptionSpec } from "../command.js";
import type { Input } from "./input.js";
import { passwordMismatch, passwordEmpty } from "../../codec/errors.js";
import * as errors from "../errors.js";
import { shellWord } from "./ask.js";
import { readSource } from "./source.js";

const FILE_OPTION = "password-file";

/** The sources of passwords. A password is never an argument or a variable: other programs can read those. */
export const PASSWORD_OPTIONS: readonly OptionSpec[] = [
  option(`--${FILE_OPTION} <file>`, "file whose first line is the password; - is stdin", "a hidden prompt"),
  option("--password-stdin", "read the password from the first line of stdin"),
];

export interface PasswordQuestion {
  readonly message: string;
  /** For a new password, which is asked for twice and must not be empty. */
  readonly isNew?: boolean;
  /** The option that names the password's file, when it is not `--password-file`. */
  readonly fileOption?: string;
}

/** A password from `--password-file`, `--password-stdin` or a hidden prompt. */
export async function readPassword(
  context: Pick<Context, "terminal" | "note">,
  input: Input,
  { message, isNew = false, fileOption = FILE_OPTION }: PasswordQuestion,
): Promise<string> {
  const { prompter } = context.terminal;
  const usesStdin = fileOption === FILE_OPTION && input.flag("password-stdin");
  const source = input.option(fileOption) ?? (usesStdin ? "-" : undefined);
  if (source !== undefined) return assertUsable(await readSecret(source, context), isNew);
  if (prompter === null) {
    const options = `--${fileOption} <file>${fileOption === FILE_OPTION ? " or --password-stdin" : ""}`;
    throw errors.passwordMissing({ options });
  }
  const password = assertUsable(await prompter.secret(message), isNew);
  if (isNew && (await prompter.secret("The same password again")) !== password) throw passwordMismatch();
  return password;
}

function assertUsable(password: string, isNew: boolean): string {
  if (isNew && password === "") throw passwordEmpty();
  return password;
}

const READABLE_BY_OTHERS = 0o044;

/** The first line of a file with a secret, or of stdin for `-`. Warns when other users may read the file. */
export async function readSecret(path: string, context: Pick<Context, "terminal" | "note">): Promise<string> {
  const text = await readSource(path, context.terminal);
  if (path !== "-" && isLoose(path)) {
    context.note(`Other users of this machine may read ${path}: chmod 600 ${shellWord(path)}`);
  }
  return text.split(/\r?\n/, 1)[0] ?? "";
}

/** Whether other users may read it and this user can change that: not pipes, /dev/fd, or others' files. */
function isLoose(path: string): boolean {
  // Windows has no such file modes.
  if (process.getuid === undefined || path.startsWith("/dev/")) return false;
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile() || status.uid !== process.getuid()) return false;
  return (status.mode & READABLE_BY_OTHERS) !== 0;
}
