import { ChainError } from "../../codec/chain-error.js";
import { isTimeHash } from "../../records/fields.js";

/** A transaction's hash as it was given. Throws `TRANSACTION_HASH`: a node answers its latest for one that is missing. */
export function readHash(given: unknown): string {
  if (typeof given === "string" && isTimeHash(given)) return given;
  throw new ChainError("TRANSACTION_HASH", "A transaction's hash is 78 hex characters. ", {
    kind: "usage",
    details: typeof given === "string" ? { characters: given.length } : { type: typeof given },
  });
}
