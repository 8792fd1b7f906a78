import type { ArgumentSpec } from "../../../src/cli/command.js";
import { usageError } from "../../../src/cli/input/usage-error.js";
import { isTimeHash } from "../../../src/records/fields.js";
import { completeTransactions } from "../../completers.js";

export const TRANSACTION_HASH_ARGUMENT: ArgumentSpec = {
  name: "hash",
  description: "the transaction's hash, 78 characters",
  isRequired: true,
  complete: completeTransactions,
};

/** Reads a transaction's hash. Throws `TRANSACTION_HASH`. */
export function readTransactionHash(word: string): string {
  if (isTimeHash(word)) return word;
  throw usageError("TRANSACTION_HASH", "A transaction's hash is 78 hex characters. ", {
    hash: word,
    characters: word.length,
  });
}
