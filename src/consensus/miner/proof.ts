import { hashOf } from "../../codec/hash.js";

/** Proof of work (PROTOCOL 10): `H(previous_blockhash ‖ header ‖ nonce)`, as hex text, is at most the limit. */
export function isProof(prefix: string, nonce: string, limit: string): boolean {
  // Of equal length and in lower-case hex, texts compare as the numbers do.
  return hashOf(prefix + nonce) <= limit;
}
