import type { ChainError } from "./chain-error.js";
import * as errors from "./errors.js";

const REFUSALS = new Map([
  ["ENOSPC", errors.diskFull],
  ["EDQUOT", errors.diskFull],
  ["EACCES", errors.fileForbidden],
  ["EPERM", errors.fileForbidden],
  ["EMFILE", errors.tooManyFiles],
  ["ENFILE", errors.tooManyFiles],
  ["EROFS", errors.diskReadOnly],
  ["EIO", errors.diskFailed],
  ["ENOENT", errors.fileMissing],
  ["ENOTDIR", errors.notADirectory],
  ["ELOOP", errors.fileLink],
  ["EISDIR", errors.isADirectory],
  ["ERR_FS_FILE_TOO_LARGE", errors.fileTooLarge],
]);

/** A refusal of the operating system as an error; null for any other. `file` replaces the path. */
export function fileError(error: unknown, file?: string): ChainError | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  const { code = "", path = "" } = error as NodeJS.ErrnoException;
  const refusal = REFUSALS.get(code);
  if (refusal === undefined) return null;
  const named = file ?? path;
  return refusal({ file: named === "" ? undefined : named, reason: error.message }, { cause: error });
}

/** For the `catch` of a promise: throws a refusal of the operating system as the error of the user's file. */
export function refusedFile(file: string): (cause: unknown) => never {
  return (cause) => {
    throw fileError(cause, file) ?? cause;
  };
}
