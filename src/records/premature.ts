import { ChainError } from "../codec/chain-error.js";

/**
 * The error of a record that is right but too early: its maker's clock runs ahead of ours, or ours is slow. It is nobody's
 * violation, and may be offered again.
 */
export function premature(message: string): ChainError {
  return new ChainError("PREMATURE", message, { kind: "unavailable", advice: "Compare the clocks. " });
}
