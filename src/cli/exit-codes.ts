import { ChainError, type ErrorKind } from "../codec/chain-error.js";
import { Interrupted, type EndSignal } from "./terminal/prompter.js";

/** The exit codes of every command. Scripts depend on them: they never change. */
export const EXIT_DONE = 0;
const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;
const EXIT_UNREACHABLE = 3;
const EXIT_NOT_FOUND = 4;
export const EXIT_LOCAL = 5;
export const EXIT_INTERRUPTED = 130;
export const EXIT_CUT = 141;
const EXIT_TERMINATED = 143;

export const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT_DONE, "Success."],
  [EXIT_REFUSED, "The chain refused it, it failed, or a check found a fault."],
  [EXIT_USAGE, "The command line, its input or the configuration is wrong."],
  [EXIT_UNREACHABLE, "No node answers, or the node is unavailable."],
  [EXIT_NOT_FOUND, "Not found, or no longer kept."],
  [EXIT_LOCAL, "Fault in local data, a key or a file."],
  [EXIT_INTERRUPTED, "Interrupted by the user."],
  [EXIT_CUT, "The reader of stdout closed it before the end."],
  [EXIT_TERMINATED, "Ended by SIGTERM before it was done."],
];

export const EXIT_CODE_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  refused: EXIT_REFUSED,
  usage: EXIT_USAGE,
  unreachable: EXIT_UNREACHABLE,
  unavailable: EXIT_UNREACHABLE,
  busy: EXIT_UNREACHABLE,
  "not-found": EXIT_NOT_FOUND,
  gone: EXIT_NOT_FOUND,
  local: EXIT_LOCAL,
  internal: EXIT_REFUSED,
};

export function exitCodeOfSignal(signal: EndSignal): number {
  return signal === "SIGTERM" ? EXIT_TERMINATED : EXIT_INTERRUPTED;
}

/** The exit code for a thrown value. Anything but a `ChainError` is a fault of the program: 1. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof Interrupted) return exitCodeOfSignal(error.signal);
  return error instanceof ChainError ? EXIT_CODE_OF_KIND[error.kind] : EXIT_REFUSED;
}
