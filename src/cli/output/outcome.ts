import type { ChainError } from "../../codec/chain-error.js";
import { objectToValue, type Value } from "../../codec/value.js";
import { unitsToAmount } from "../input/amount.js";
import type { View } from "./view.js";

/** The result of a command: the data that `--json` prints, and its text for people. */
export interface Outcome {
  readonly data: Value;
  /** Ends with a newline, unless it is empty. */
  readonly text: (view: View) => string;
  /** The failure that the result amounts to, as of a failed check. The result is printed first. */
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

export interface AmountAnswer {
  readonly address: string;
  /** The name of the member in `--json`, which is always in units. */
  readonly name: string;
  readonly units: string;
  readonly isRaw: boolean;
}

/** The amount of one address: a bare number, for scripts. */
export function amountOutcome({ address, name, units, isRaw }: AmountAnswer): Outcome {
  return {
    data: objectToValue({ address, [name]: units }),
    text: () => `${isRaw ? units : unitsToAmount(units)}\n`,
  };
}
