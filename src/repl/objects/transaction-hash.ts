import { isTimeHash } from "../../records/fields.js";
import { transactionHashInvalid } from "../../actions/errors.js";

/**
 * Reads a transaction's hash. Throws `TRANSACTION_HASH`: for a missing hash a node would return its latest
 * transaction.
 */
export function readHash(given: unknown): string {
  if (typeof given === "string" && isTimeHash(given)) return given;
  throw transactionHashInvalid(
    typeof given === "string" ? { characters: given.length } : { type: typeof given },
  );
}
