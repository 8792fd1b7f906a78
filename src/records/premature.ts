import { ChainError } from "../codec/chain-error.js";

/**
 * The error of a valid record that is dated too far ahead: its maker's clock is fast, or this node's is slow. It does
 * not count as a violation, and the record may be offered again.
 */
export function premature(message: string): ChainError {
  return new ChainError("PREMATURE", message, { kind: "unavailable", advice: "Compare the clocks. " });
}
