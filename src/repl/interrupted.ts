import type { ChainError } from "../codec/chain-error.js";
import * as errors from "./errors.js";

/** The reason when Ctrl-C ends a statement. */
export function interrupted(): ChainError {
  return errors.statementInterrupted();
}
