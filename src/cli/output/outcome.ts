import type { ChainError } from "../../codec/chain-error.js";
import type { Value } from "../../codec/value.js";
import type { View } from "./view.js";

/** What a command found out: the data that `--json` prints, and how a person is shown it. */
export interface Outcome {
  readonly data: Value;
  /** Ends with a newline, unless it is empty. */
  readonly text: (view: View) => string;
  /** A result that is a failure too, such as that of a check: it is printed first, then reported. */
  readonly failure?: ChainError;
}

/** The outcome that is one line of text, such as a hash. */
export function lineOutcome(line: string): Outcome {
  return { data: line, text: () => `${line}\n` };
}

/** The outcome that is one number, such as a count. */
export function countOutcome(count: number | bigint): Outcome {
  return { data: BigInt(count), text: () => `${count}\n` };
}
