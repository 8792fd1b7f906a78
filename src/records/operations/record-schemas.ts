import { MAX_NONCE_LENGTH } from "../limits.js";
import {
  ADDRESS,
  AMOUNT,
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
  asReceived,
  described,
  either,
  listOf,
  mapOf,
  objectOf,
  only,
  orNull,
  closedObjectOf,
  withOptional,
  type JsonSchema,
  type Read,
  type RecordOf,
  type Schema,
} from "./json-schema.js";

/** The records in answers. A document refers to them by name (`referring`). */

const NONCE: Schema<string> = { type: "string", maxLength: MAX_NONCE_LENGTH };

/** In rules 2 it is a blockhash (PROTOCOL 9.8, 16.1). */
const HYPOTHESIS_HASH: Schema<string> = { type: "string", pattern: "^([0-9a-f]{64}|[0-9a-f]{78})$" };
const SEAL_ENTRY_MEMBERS = {
  hypothesis_hash: HYPOTHESIS_HASH,
  s_timestamp: TIMESTAMP,
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
};
const SEAL_ENTRY = closedObjectOf(SEAL_ENTRY_MEMBERS);
/** One validator's entry in a seal: its hypothesis without the fields that all entries share (PROTOCOL 9.9). */
export type SealEntry = Read<typeof SEAL_ENTRY>;

export const TRANSACTION_RECORD = closedObjectOf({
  transaction: asReceived(
    described(
      objectOf({ type: TEXT, timestamp: TIMESTAMP }),
      "The contract's name, the time, and the contract's parameters.",
    ),
  ),
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
});
export type TransactionRecord = Read<typeof TRANSACTION_RECORD>;

const UPDATE = described(
  closedObjectOf({ old: ANY, new: ANY }),
  "A state value before and after the block. The value before is null also where no read pass collected the cell.",
);

const MAIN_BLOCK_HEAD = {
  height: HEIGHT,
  s_timestamp: TIMESTAMP,
  previous_blockhash: BLOCKHASH,
  blockhash: BLOCKHASH,
};

/** The blockhash of a resource block, which blocks of rules 2 name (PROTOCOL 16.2). */
const NAMED_RESOURCE_BLOCK = { resource_blockhash: BLOCKHASH };

export const MAIN_BLOCK = asReceived(
  withOptional(
    closedObjectOf({
      ...MAIN_BLOCK_HEAD,
      seal: mapOf(SEAL_ENTRY, ADDRESS),
      transactions: mapOf(TRANSACTION_RECORD, TIME_HASH),
      universal_updates: mapOf(UPDATE, STATE_KEY),
      local_updates: mapOf(UPDATE, STATE_KEY),
    }),
    NAMED_RESOURCE_BLOCK,
  ),
);

export const MAIN_BLOCK_SUMMARY = withOptional(
  closedObjectOf({ ...MAIN_BLOCK_HEAD, transaction_count: HEIGHT }),
  NAMED_RESOURCE_BLOCK,
);
export type MainBlockSummary = Read<typeof MAIN_BLOCK_SUMMARY>;

/** Other members are allowed: receipts stay as they were received (PROTOCOL 10.1). */
export const RECEIPT = asReceived(
  objectOf({
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
  }),
);

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

export const RESOURCE_BLOCK = asReceived(
  closedObjectOf({ ...RESOURCE_BLOCK_HEAD, receipts: mapOf(RECEIPT, ADDRESS) }),
);

export const RESOURCE_BLOCK_SUMMARY = closedObjectOf({ ...RESOURCE_BLOCK_HEAD, receipt_count: HEIGHT });
export type ResourceBlockSummary = Read<typeof RESOURCE_BLOCK_SUMMARY>;

export const CHUNK = asReceived(
  closedObjectOf({
    previous_blockhash: BLOCKHASH,
    transactions: described(listOf(TIME_HASH), "The transactions' hashes, without duplicates."),
    chunk_hash: TIME_HASH,
    s_timestamp: TIMESTAMP,
    public_key: PUBLIC_KEY,
    signature: SIGNATURE,
  }),
);
/** The transactions that a validator proposes for a round (PROTOCOL 9.5). */
export type Chunk = RecordOf<typeof CHUNK>;

export const HYPOTHESIS = asReceived(
  closedObjectOf({
    ...SEAL_ENTRY_MEMBERS,
    previous_blockhash: BLOCKHASH,
    chunks: described(
      mapOf(TIME_HASH, ADDRESS),
      "The hash of each chunk that it includes, by the signer's address.",
    ),
  }),
);
/** A validator's statement of the result of a round (PROTOCOL 9.7). */
export type Hypothesis = RecordOf<typeof HYPOTHESIS>;

/** PROTOCOL 13.11. */
const UNCOMMITTED = [
  closedObjectOf({ state: only("pooled") }),
  closedObjectOf({ state: only("forwarded") }),
  closedObjectOf({
    state: only("dropped"),
    reason: described(TEXT, "Why, as one sentence."),
    height: described(HEIGHT, "The height of the main chain when the transaction was dropped."),
  }),
] as const;

export const TRANSACTION_FATE = described(
  either(...UNCOMMITTED),
  "What the node knows of a transaction that is in no block: it waits in the pool, a validator has taken it from there, or it was accepted and then dropped. Missing when the node knows nothing.",
);
export type TransactionFate = Read<typeof TRANSACTION_FATE>;

export const SENT_FATE = described(
  either(
    closedObjectOf({
      state: only("committed"),
      height: described(HEIGHT, "The height of its block."),
      fee: described(
        orNull(AMOUNT),
        "What the sender paid for it; null when another node made the block, or a code that this node does not know takes the fee.",
      ),
    }),
    ...UNCOMMITTED,
  ),
  "Where the answer was to wait: what became of the transaction until then.",
);
export type SentFate = Read<typeof SENT_FATE>;

/** By the names under which documents refer to them. */
export const RECORD_SCHEMAS: Readonly<Record<string, Schema>> = {
  SealEntry: SEAL_ENTRY,
  TransactionRecord: TRANSACTION_RECORD,
  Update: UPDATE,
  MainBlock: MAIN_BLOCK,
  MainBlockSummary: MAIN_BLOCK_SUMMARY,
  Receipt: RECEIPT,
  ResourceBlock: RESOURCE_BLOCK,
  ResourceBlockSummary: RESOURCE_BLOCK_SUMMARY,
  Chunk: CHUNK,
  Hypothesis: HYPOTHESIS,
  TransactionFate: TRANSACTION_FATE,
};

const NAMES: ReadonlyMap<JsonSchema, string> = new Map(
  Object.entries(RECORD_SCHEMAS).map(([name, schema]) => [schema, name]),
);

export function recordNameOf(schema: JsonSchema): string | undefined {
  return NAMES.get(schema);
}

/** Returns a reference in place of a record's schema, and any other schema unchanged. */
export function referringTo(schema: JsonSchema): JsonSchema {
  const name = recordNameOf(schema);
  return name === undefined ? schema : { $ref: `#/components/schemas/${name}` };
}

/** A replacer for `JSON.stringify` that writes references in place of the records' schemas. */
export function referring(_member: string, value: unknown): unknown {
  return typeof value === "object" && value !== null ? referringTo(value) : value;
}
