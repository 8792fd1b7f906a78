import { ChainError } from "../codec/chain-error.js";

/** The reason when Ctrl-C ends a statement. */
export function interrupted(): ChainError {
  return new ChainError("STATEMENT_INTERRUPTED", "The statement was interrupted. ", {
    advice: "What it had begun may still go on: a transaction that was sent stays sent.",
  });
}
