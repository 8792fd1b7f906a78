import type { Value, ValueMap } from "../../src/codec/value.js";
import type { SignedTransaction } from "../../src/records/transaction.js";

/** The record `{transaction, public_key, signature}` as a value (SPEC, Transaction record). */
export function transactionToRecord(tx: SignedTransaction): ValueMap {
  return new Map<string, Value>([
    ["transaction", tx.transaction],
    ["public_key", tx.public_key],
    ["signature", tx.signature],
  ]);
}
