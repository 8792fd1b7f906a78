import { ChainError, type ErrorKind } from "../codec/chain-error.js";
import { Interrupted } from "./terminal/interrupted.js";

/** The exit codes of every command. Scripts depend on them: they never change. */
export interface ExitCode {
  readonly code: number;
  readonly meaning: string;
}

const DONE = { code: 0, meaning: "Success." } as const;
const REFUSED = { code: 1, meaning: "The chain refused it, it failed, or a check found a fault." } as const;
const USAGE = { code: 2, meaning: "The command line, its input or the configuration is wrong." } as const;
const UNREACHABLE = { code: 3, meaning: "No node answers, or the node is unavailable." } as const;
const NOT_FOUND = { code: 4, meaning: "Not found." } as const;
const LOCAL = { code: 5, meaning: "Fault in local data, a key or a file." } as const;
const INTERRUPTED = { code: 130, meaning: "Interrupted by the user." } as const;

/** The one table that the help topic, the man pages and the program itself read. */
export const EXIT_CODES: readonly ExitCode[] = [
  DONE,
  REFUSED,
  USAGE,
  UNREACHABLE,
  NOT_FOUND,
  LOCAL,
  INTERRUPTED,
];

const CODE_OF_KIND: Readonly<Record<ErrorKind, ExitCode>> = {
  refused: REFUSED,
  usage: USAGE,
  unreachable: UNREACHABLE,
  unavailable: UNREACHABLE,
  busy: UNREACHABLE,
  "not-found": NOT_FOUND,
  local: LOCAL,
  internal: REFUSED,
};

export const EXIT_DONE = DONE.code;
export const EXIT_LOCAL = LOCAL.code;
export const EXIT_INTERRUPTED = INTERRUPTED.code;

export function exitCodeOfKind(kind: ErrorKind): number {
  return CODE_OF_KIND[kind].code;
}

/** The exit code for a thrown value. Anything but a `ChainError` is a fault of the program: 1. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof Interrupted) return INTERRUPTED.code;
  if (error instanceof ChainError) return CODE_OF_KIND[error.kind].code;
  return REFUSED.code;
}
