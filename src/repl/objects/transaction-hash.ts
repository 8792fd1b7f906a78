import { ChainError } from "../../codec/chain-error.js";
import { isTimeHash } from "../../records/fields.js";

/**
 * Reads a transaction's hash. Throws `TRANSACTION_HASH`: for a missing hash a node would return its latest
 * transaction.
 */
export function readHash(given: unknown): string {
  if (typeof given === "string" && isTimeHash(given)) return given;
  throw new ChainError("TRANSACTION_HASH", "A transaction's hash is 78 hex characters. ", {
    kind: "usage",
    details: typeof given === "string" ? { characters: given.length } : { type: typeof given },
  });
}
