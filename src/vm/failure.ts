import type { ChainError } from "../codec/chain-error.js";
import * as errors from "./errors.js";

/** A failed condition. The transaction stops with the condition's message (PROTOCOL 7.10). */
export function conditionFailure(message: string): ChainError {
  return errors.conditionFailed({ message });
}

/** A failure where the recorded node stopped with an internal error (PROTOCOL 14.3). */
export function executionFailure(message: string): ChainError {
  return errors.executionFailed({ message });
}

/** A size or work limit that is exceeded. `message` is a text of the protocol (PROTOCOL 7.14, 7.15). */
export function limitFailure(message: string): ChainError {
  return errors.limitExceeded({ message });
}
