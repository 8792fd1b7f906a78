import { memberOf, type Value } from "../codec/value.js";
import type {
  MainBlock,
  MainBlockSummary,
  Receipt,
  ResourceBlock,
  ResourceBlockSummary,
  SealEntry,
  TransactionRecord,
  Update,
} from "./answers.js";
import { mapOf, numberOf, textOf, valueMapOf } from "./fields.js";

/** Blocks of both chains and what they hold, out of an answer. */

/** What a block says of itself before its contents. */
function readMainBlockHead(value: Value): Omit<MainBlockSummary, "transaction_count"> {
  return {
    height: numberOf(value, "height"),
    s_timestamp: numberOf(value, "s_timestamp"),
    previous_blockhash: textOf(value, "previous_blockhash"),
    blockhash: textOf(value, "blockhash"),
  };
}

export function readMainBlockSummary(value: Value): MainBlockSummary {
  return { ...readMainBlockHead(value), transaction_count: numberOf(value, "transaction_count") };
}

export function readMainBlock(value: Value): MainBlock {
  return {
    ...readMainBlockHead(value),
    seal: mapOf(value, "seal", readSealEntry),
    transactions: mapOf(value, "transactions", readTransactionRecord),
    universal_updates: mapOf(value, "universal_updates", readUpdate),
    local_updates: mapOf(value, "local_updates", readUpdate),
  };
}

export function readTransactionRecord(value: Value): TransactionRecord {
  return {
    transaction: valueMapOf(value, "transaction"),
    public_key: textOf(value, "public_key"),
    signature: textOf(value, "signature"),
  };
}

function readSealEntry(value: Value): SealEntry {
  return {
    hypothesis_hash: textOf(value, "hypothesis_hash"),
    s_timestamp: numberOf(value, "s_timestamp"),
    public_key: textOf(value, "public_key"),
    signature: textOf(value, "signature"),
  };
}

function readUpdate(value: Value): Update {
  return { old: memberOf(value, "old") ?? null, new: memberOf(value, "new") ?? null };
}

function readResourceBlockHead(value: Value): Omit<ResourceBlockSummary, "receipt_count"> {
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
  };
}

export function readResourceBlockSummary(value: Value): ResourceBlockSummary {
  return { ...readResourceBlockHead(value), receipt_count: numberOf(value, "receipt_count") };
}

export function readResourceBlock(value: Value): ResourceBlock {
  return { ...readResourceBlockHead(value), receipts: mapOf(value, "receipts", readReceipt) };
}

export function readReceipt(value: Value): Receipt {
  const signed = valueMapOf(value, "signed_query");
  const query = valueMapOf(signed, "query");
  return {
    previous_blockhash: textOf(value, "previous_blockhash"),
    receipt_hash: textOf(value, "receipt_hash"),
    beneficiary: textOf(value, "beneficiary"),
    signed_query: {
      query: { previous_blockhash: textOf(query, "previous_blockhash"), address: textOf(query, "address") },
      public_key: textOf(signed, "public_key"),
      signature: textOf(signed, "signature"),
    },
    public_key: textOf(value, "public_key"),
    signature: textOf(value, "signature"),
  };
}
