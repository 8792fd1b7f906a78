import { MAX_NONCE_LENGTH } from "../limits.js";
import {
  ADDRESS,
  BLOCKHASH,
  BLOCK_ADDRESS,
  HASH,
  HEIGHT,
  PUBLIC_KEY,
  SIGNATURE,
  STATE_KEY,
  TEXT,
  TIMESTAMP,
  TIME_HASH,
  WHOLE,
  ANY,
  described,
  listOf,
  mapOf,
  objectOf,
  recordOf,
  type JsonSchema,
} from "./json-schema.js";

/** The records in answers, under the names that the OpenAPI document refers to. */

const NONCE: JsonSchema = { type: "string", maxLength: MAX_NONCE_LENGTH };

const SEAL_ENTRY = recordOf({
  hypothesis_hash: HASH,
  s_timestamp: TIMESTAMP,
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
});

const TRANSACTION_RECORD = recordOf({
  transaction: {
    type: "object",
    properties: { type: TEXT, timestamp: TIMESTAMP },
    required: ["type", "timestamp"],
    description: "The contract's name, the time, and the contract's parameters.",
  },
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
});

const UPDATE = described(
  recordOf({ old: ANY, new: ANY }),
  "A state value before and after the block. The value before is null also where no read pass collected the cell.",
);

const MAIN_BLOCK_HEAD = {
  height: HEIGHT,
  s_timestamp: TIMESTAMP,
  previous_blockhash: BLOCKHASH,
  blockhash: BLOCKHASH,
};

const RESOURCE_BLOCK_HEAD = {
  height: HEIGHT,
  blockhash: BLOCKHASH,
  previous_blockhash: BLOCKHASH,
  nonce: NONCE,
  timestamp: TIMESTAMP,
  difficulty: WHOLE,
  main_height: HEIGHT,
  main_blockhash: BLOCKHASH,
  validator: BLOCK_ADDRESS,
  miner: BLOCK_ADDRESS,
};

/** Other members are allowed: receipts stay as they were received (PROTOCOL 10.1). */
const RECEIPT = objectOf({
  previous_blockhash: BLOCKHASH,
  receipt_hash: HASH,
  beneficiary: ADDRESS,
  signed_query: objectOf({
    query: objectOf({ previous_blockhash: BLOCKHASH, address: ADDRESS }),
    public_key: PUBLIC_KEY,
    signature: SIGNATURE,
  }),
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
});

const CHUNK = recordOf({
  previous_blockhash: BLOCKHASH,
  transactions: listOf(TIME_HASH),
  chunk_hash: TIME_HASH,
  s_timestamp: TIMESTAMP,
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
});

const HYPOTHESIS = recordOf({
  hypothesis_hash: HASH,
  s_timestamp: TIMESTAMP,
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
  previous_blockhash: BLOCKHASH,
  chunks: mapOf(TIME_HASH, ADDRESS),
});

const TRANSACTION_FATE: JsonSchema = {
  type: "object",
  properties: { state: { enum: ["pooled", "dropped"] }, reason: TEXT, height: HEIGHT },
  required: ["state"],
  additionalProperties: false,
  description:
    "What the node knows of a transaction that is in no block: it waits in the pool, or it was accepted and then dropped, with the reason and the height of the main chain at that time. Missing when the node knows nothing.",
};

export const RECORD_SCHEMAS = {
  SealEntry: SEAL_ENTRY,
  TransactionRecord: TRANSACTION_RECORD,
  Update: UPDATE,
  MainBlock: recordOf({
    ...MAIN_BLOCK_HEAD,
    seal: mapOf(recordSchema("SealEntry"), ADDRESS),
    transactions: mapOf(recordSchema("TransactionRecord"), TIME_HASH),
    universal_updates: mapOf(recordSchema("Update"), STATE_KEY),
    local_updates: mapOf(recordSchema("Update"), STATE_KEY),
  }),
  MainBlockSummary: recordOf({ ...MAIN_BLOCK_HEAD, transaction_count: HEIGHT }),
  Receipt: RECEIPT,
  ResourceBlock: recordOf({ ...RESOURCE_BLOCK_HEAD, receipts: mapOf(recordSchema("Receipt"), ADDRESS) }),
  ResourceBlockSummary: recordOf({ ...RESOURCE_BLOCK_HEAD, receipt_count: HEIGHT }),
  Chunk: CHUNK,
  Hypothesis: HYPOTHESIS,
  TransactionFate: TRANSACTION_FATE,
} satisfies Readonly<Record<string, JsonSchema>>;

type RecordName =
  | "SealEntry"
  | "TransactionRecord"
  | "Update"
  | "MainBlock"
  | "MainBlockSummary"
  | "Receipt"
  | "ResourceBlock"
  | "ResourceBlockSummary"
  | "Chunk"
  | "Hypothesis"
  | "TransactionFate";

/** A reference to a record's schema. */
export function recordSchema(name: RecordName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
