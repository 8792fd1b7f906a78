import { ChainError } from "../codec/chain-error.js";

/** A condition that does not hold: the transaction stops with the condition's message (PROTOCOL 7). */
export function conditionFailure(message: string): ChainError {
  return new ChainError("CONDITION_FAILED", message);
}

/** An operator or a budget that stops the run where the recorded node stopped with an internal error (PROTOCOL 14). */
export function executionFailure(message: string): ChainError {
  return new ChainError("EXECUTION_FAILED", message);
}

/** More text than a run may work through or a cell may hold: refused with a text of the protocol (PROTOCOL 7). */
export function limitFailure(message: string): ChainError {
  return new ChainError("LIMIT_EXCEEDED", message);
}
