import { hashOf } from "../../codec/hash.js";
import { isWorkEnough } from "../../records/difficulty.js";

/** Whether a nonce completes a prefix, `previous_blockhash ‖ header`, to a proof of work (PROTOCOL 10.3). */
export function isProof(prefix: string, nonce: string, limit: string): boolean {
  return isWorkEnough(hashOf(prefix + nonce), limit);
}
