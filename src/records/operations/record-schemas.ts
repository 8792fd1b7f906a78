import {
  ADDRESS,
  BLOCKHASH,
  DECIMAL,
  HASH,
  HEIGHT,
  PUBLIC_KEY,
  SIGNATURE,
  TEXT,
  TIMESTAMP,
  ANY,
  described,
  mapOf,
  objectOf,
  type JsonSchema,
} from "./json-schema.js";

/** The records that answers hold (SPEC, Resources and their fields), under the names that documents refer to. */

const SEAL_ENTRY = objectOf({
  hypothesis_hash: HASH,
  s_timestamp: TIMESTAMP,
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
});

const TRANSACTION_RECORD = objectOf({
  transaction: {
    type: "object",
    properties: { type: TEXT, timestamp: TIMESTAMP },
    required: ["type", "timestamp"],
    description: "The contract's name, the time, and the contract's parameters.",
  },
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
});

const UPDATE = described(objectOf({ old: ANY, new: ANY }), "A state value before and after the block.");

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
  nonce: TEXT,
  timestamp: TIMESTAMP,
  difficulty: DECIMAL,
  main_height: HEIGHT,
  main_blockhash: BLOCKHASH,
  validator: ADDRESS,
  miner: ADDRESS,
};

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

const CHUNK = objectOf({
  previous_blockhash: BLOCKHASH,
  transactions: { type: "array", items: TEXT },
  chunk_hash: TEXT,
  s_timestamp: TIMESTAMP,
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
});

const HYPOTHESIS = objectOf({
  hypothesis_hash: HASH,
  s_timestamp: TIMESTAMP,
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
  previous_blockhash: BLOCKHASH,
  chunks: mapOf(TEXT),
});

export const RECORD_SCHEMAS = {
  SealEntry: SEAL_ENTRY,
  TransactionRecord: TRANSACTION_RECORD,
  Update: UPDATE,
  MainBlock: objectOf({
    ...MAIN_BLOCK_HEAD,
    seal: mapOf(recordSchema("SealEntry")),
    transactions: mapOf(recordSchema("TransactionRecord")),
    universal_updates: mapOf(recordSchema("Update")),
    local_updates: mapOf(recordSchema("Update")),
  }),
  MainBlockSummary: objectOf({ ...MAIN_BLOCK_HEAD, transaction_count: HEIGHT }),
  Receipt: RECEIPT,
  ResourceBlock: objectOf({ ...RESOURCE_BLOCK_HEAD, receipts: mapOf(recordSchema("Receipt")) }),
  ResourceBlockSummary: objectOf({ ...RESOURCE_BLOCK_HEAD, receipt_count: HEIGHT }),
  Chunk: CHUNK,
  Hypothesis: HYPOTHESIS,
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
  | "Hypothesis";

/** A reference to a record's schema. */
export function recordSchema(name: RecordName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
