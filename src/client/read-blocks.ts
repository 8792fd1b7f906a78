import type { Value } from "../codec/value.js";
import type {
  MainBlockSummary,
  ResourceBlockSummary,
  TransactionFate,
  TransactionRecord,
} from "./answers.js";
import { malformed, numberOf, textOf, valueMapOf } from "./fields.js";

/** Reads block summaries, transaction records and their fates from answers. */

export function readMainBlockSummary(value: Value): MainBlockSummary {
  return {
    height: numberOf(value, "height"),
    s_timestamp: numberOf(value, "s_timestamp"),
    previous_blockhash: textOf(value, "previous_blockhash"),
    blockhash: textOf(value, "blockhash"),
    transaction_count: numberOf(value, "transaction_count"),
  };
}

export function readResourceBlockSummary(value: Value): ResourceBlockSummary {
  return {
    height: numberOf(value, "height"),
    blockhash: textOf(value, "blockhash"),
    previous_blockhash: textOf(value, "previous_blockhash"),
    nonce: textOf(value, "nonce"),
    timestamp: numberOf(value, "timestamp"),
    difficulty: textOf(value, "difficulty"),
    main_height: numberOf(value, "main_height"),
    main_blockhash: textOf(value, "main_blockhash"),
    validator: textOf(value, "validator"),
    miner: textOf(value, "miner"),
    receipt_count: numberOf(value, "receipt_count"),
  };
}

export function readTransactionRecord(value: Value): TransactionRecord {
  return {
    transaction: valueMapOf(value, "transaction"),
    public_key: textOf(value, "public_key"),
    signature: textOf(value, "signature"),
  };
}

export function readTransactionFate(value: Value): TransactionFate {
  const state = textOf(value, "state");
  if (state === "pooled") return { state };
  if (state !== "dropped") return malformed("fate.state", "pooled or dropped");
  return { state, reason: textOf(value, "reason"), height: numberOf(value, "height") };
}
