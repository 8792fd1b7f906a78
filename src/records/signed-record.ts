import { hashOf } from "../codec/hash.js";
import { objectToValue, type Value } from "../codec/value.js";
import { hashChunk, type ChunkContent } from "./chunk.js";
import * as errors from "./errors.js";
import { Fields } from "./fields.js";
import { hypothesisHash } from "./hypothesis.js";
import { MAX_BLOCK_TRANSACTIONS } from "./limits.js";
import { blockhashOf, type HashedHeader, type MainBlockContent, type MainBlockHash } from "./main-block.js";
import type { RuleSet } from "./rules.js";

/**
 * What a validator's key signs beside transactions. The process that holds the key computes the hash from the
 * record itself: a hash that another one gives could be that of a transaction.
 */
export type SignedRecord = StatementRecord | QueryRecord | SlotRecord;

/** What is signed once for a round key and time (PROTOCOL 9.15). */
export type StatementRecord = ChunkRecord | HypothesisRecord;

export interface ChunkRecord extends ChunkContent {
  readonly kind: "chunk";
}

interface Stated {
  readonly kind: "hypothesis";
  readonly previous_blockhash: string;
  readonly s_timestamp: number;
}

/** The block that a hypothesis is on: in rules 1 its transactions (PROTOCOL 9.8), in rules 2 all of it (PROTOCOL 16.1). */
export type HypothesisRecord =
  | (Stated & { readonly transaction_root: string })
  | (Stated & HashedHeader & { readonly resource_blockhash: string });

/** Asks a peer for a receipt (PROTOCOL 10.8). */
interface QueryRecord {
  readonly kind: "query";
  readonly previous_blockhash: string;
  readonly address: string;
}

/** Proves that a peer key belongs to the validator's node (PROTOCOL 15.13). */
interface SlotRecord {
  readonly kind: "slot";
  readonly network_key: string;
  /** Of the peer key. */
  readonly address: string;
}

/** What a hypothesis on a block signs, as a record. */
export function hypothesisRecord(
  { previous_blockhash, s_timestamp, height, resource_blockhash = "" }: MainBlockContent,
  { transactionRoot: transaction_root, blockRoot: block_root }: MainBlockHash,
  { signsWholeBlock }: Pick<RuleSet, "signsWholeBlock">,
): HypothesisRecord {
  const stated = { kind: "hypothesis", previous_blockhash, s_timestamp } as const;
  return signsWholeBlock
    ? { ...stated, height, resource_blockhash, block_root }
    : { ...stated, transaction_root };
}

/** What the key signs for this record. */
export function hashSignedRecord(record: SignedRecord): string {
  if (record.kind === "chunk") return hashChunk(record);
  if (record.kind === "slot") return hashOf(`slot${record.network_key}${record.address}`);
  const { previous_blockhash } = record;
  if (record.kind === "query") return hashOf(objectToValue({ previous_blockhash, address: record.address }));
  return "transaction_root" in record
    ? hypothesisHash(previous_blockhash, record.transaction_root)
    : blockhashOf(record);
}

export function signedRecordToValue(record: SignedRecord): Value {
  const members = Object.entries(record as unknown as Readonly<Record<string, Value | number>>);
  return objectToValue(
    Object.fromEntries(
      members.map(([name, value]) => [name, typeof value === "number" ? BigInt(value) : value]),
    ),
  );
}

/** Throws `RECORD_MALFORMED`. */
export function readSignedRecord(value: Value | undefined): SignedRecord {
  const fields = new Fields(value, "record to sign");
  const kind = fields.text("kind");
  if (kind === "slot")
    return { kind, network_key: fields.hash("network_key"), address: fields.address("address") };
  if (kind === "query")
    return {
      kind,
      previous_blockhash: fields.timeHash("previous_blockhash"),
      address: fields.address("address"),
    };
  const round = {
    previous_blockhash: fields.previousBlockhash("previous_blockhash"),
    s_timestamp: fields.integer("s_timestamp"),
  };
  if (kind === "chunk")
    return { kind, ...round, transactions: fields.timeHashes("transactions", MAX_BLOCK_TRANSACTIONS) };
  if (kind !== "hypothesis")
    throw errors.recordMalformed({ record: "record to sign", rule: "its kind is unknown" });
  if (fields.has("transaction_root"))
    return { kind, ...round, transaction_root: fields.hash("transaction_root") };
  return {
    kind,
    ...round,
    height: fields.integer("height"),
    resource_blockhash: fields.previousBlockhash("resource_blockhash"),
    block_root: fields.hash("block_root"),
  };
}
