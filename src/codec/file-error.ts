import { ChainError, type ErrorKind } from "./chain-error.js";

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly advice: string;
  /** Default: "local". */
  readonly kind?: ErrorKind;
}

const DISK_FULL: Refusal = {
  code: "DISK_FULL",
  message: "There is no room left on the disk. ",
  advice: "Make some room, and try again. ",
};
const FILE_FORBIDDEN: Refusal = {
  code: "FILE_FORBIDDEN",
  message: "The user of this process may not do this to the file. ",
  advice: "See whose it is, and who may write there. ",
};
const TOO_MANY_FILES: Refusal = {
  code: "TOO_MANY_FILES",
  message: "Too many files are open. ",
  advice: "Allow this process more of them (ulimit -n). ",
};

/** The refusals of the operating system, by error name. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ["ENOSPC", DISK_FULL],
  ["EDQUOT", DISK_FULL],
  ["EACCES", FILE_FORBIDDEN],
  ["EPERM", FILE_FORBIDDEN],
  ["EMFILE", TOO_MANY_FILES],
  ["ENFILE", TOO_MANY_FILES],
  [
    "EROFS",
    {
      code: "DISK_READ_ONLY",
      message: "The file system can only be read. ",
      advice: "Choose another place, or let it be written. ",
    },
  ],
  [
    "EIO",
    {
      code: "DISK_FAILED",
      message: "The disk failed. ",
      advice: "See what the system's log says of it. ",
    },
  ],
  [
    "ENOENT",
    {
      code: "FILE_MISSING",
      message: "There is no such file, or its directory is not there. ",
      advice: "See whether the path is right. ",
      kind: "not-found",
    },
  ],
  [
    "ENOTDIR",
    {
      code: "NOT_A_DIRECTORY",
      message: "Something on the way there is no directory. ",
      advice: "Choose another path. ",
    },
  ],
  [
    "EISDIR",
    {
      code: "IS_A_DIRECTORY",
      message: "A file is needed, and this is a directory. ",
      advice: "Choose a file. ",
    },
  ],
]);

/**
 * Returns a refusal of the operating system as an error with a stable code; null for any other error. `file` replaces
 * the path that failed when that path was not chosen by the user.
 */
export function fileError(error: unknown, file?: string): ChainError | null {
  if (!(error instanceof Error) || !("syscall" in error)) return null;
  const { code = "", path = "" } = error as NodeJS.ErrnoException;
  const refusal = REFUSALS.get(code);
  if (refusal === undefined) return null;
  const named = file ?? path;
  return new ChainError(refusal.code, refusal.message, {
    kind: refusal.kind ?? "local",
    details: { ...(named === "" ? {} : { file: named }), reason: error.message },
    advice: refusal.advice,
    cause: error,
  });
}
