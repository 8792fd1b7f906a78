import type { Context, OptionSpec } from "../command.js";
import type { Input } from "./input.js";
import { readSecret } from "./secret-file.js";
import { passwordMismatch } from "../../codec/errors.js";
import { passwordEmpty } from "../../codec/errors.js";
import * as errors from "../errors.js";

const FILE_OPTION = "password-file";

/** The sources of passwords. A password is never an argument or a variable: other programs can read those. */
export const PASSWORD_OPTIONS: readonly OptionSpec[] = [
  {
    name: FILE_OPTION,
    placeholder: "file",
    default: "a hidden prompt",
    description: "file whose first line is the password; - is stdin",
  },
  { name: "password-stdin", description: "read the password from the first line of stdin" },
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
  if (prompter === null) throw missingPassword(fileOption);
  const password = assertUsable(await prompter.secret(message), isNew);
  if (isNew && (await prompter.secret("The same password again")) !== password) {
    throw passwordMismatch();
  }
  return password;
}

function assertUsable(password: string, isNew: boolean): string {
  if (isNew && password === "") throw passwordEmpty();
  return password;
}

function missingPassword(fileOption: string): Error {
  const options = `--${fileOption} <file>${fileOption === FILE_OPTION ? " or --password-stdin" : ""}`;
  return errors.passwordMissing({ options });
}
