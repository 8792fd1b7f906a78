import type { Value, ValueMap } from "../codec/value.js";

/**
 * The answers of a node as types (SPEC, Resources and their fields). Heights, counts and timestamps (µs) are safe
 * integers and become numbers; what is hashed or may hold any value stays a `Value`, so that no digit is lost.
 */

export interface MainBlockSummary {
  readonly height: number;
  readonly s_timestamp: number;
  readonly previous_blockhash: string;
  readonly blockhash: string;
  readonly transaction_count: number;
}

export interface MainBlock {
  readonly height: number;
  readonly s_timestamp: number;
  readonly previous_blockhash: string;
  readonly blockhash: string;
  readonly seal: ReadonlyMap<string, SealEntry>;
  /** By hash, in ascending order. */
  readonly transactions: ReadonlyMap<string, TransactionRecord>;
  readonly universal_updates: ReadonlyMap<string, Update>;
  readonly local_updates: ReadonlyMap<string, Update>;
}

export interface SealEntry {
  readonly hypothesis_hash: string;
  readonly s_timestamp: number;
  readonly public_key: string;
  readonly signature: string;
}

export interface TransactionRecord {
  readonly transaction: ValueMap;
  readonly public_key: string;
  readonly signature: string;
}

export interface Update {
  readonly old: Value;
  readonly new: Value;
}

export interface ResourceBlockSummary {
  readonly height: number;
  readonly blockhash: string;
  readonly previous_blockhash: string;
  readonly nonce: string;
  readonly timestamp: number;
  readonly difficulty: string;
  readonly main_height: number;
  readonly main_blockhash: string;
  readonly validator: string;
  readonly miner: string;
  readonly receipt_count: number;
}

export interface ResourceBlock extends Omit<ResourceBlockSummary, "receipt_count"> {
  readonly receipts: ReadonlyMap<string, Receipt>;
}

export interface Receipt {
  readonly previous_blockhash: string;
  readonly receipt_hash: string;
  readonly beneficiary: string;
  readonly signed_query: {
    readonly query: { readonly previous_blockhash: string; readonly address: string };
    readonly public_key: string;
    readonly signature: string;
  };
  readonly public_key: string;
  readonly signature: string;
}

export interface Info {
  readonly status: string;
  readonly version: string;
  readonly chain_maker_policy: boolean;
  readonly resource_miner_policy: boolean;
  /** False where the node does not say. */
  readonly peer_searcher_policy: boolean;
  readonly collector_policy: boolean;
  readonly mining: boolean;
  readonly last_block: MainBlockSummary;
  readonly last_resource_block: ResourceBlockSummary;
}

export interface Round<Block> {
  readonly block: Block;
  readonly sync_limit: number;
  readonly timestamp: number;
}

export interface MainBroadcast {
  readonly transactions: ReadonlyMap<string, TransactionRecord>;
  /** By signer; as they came, since whoever takes them verifies them. */
  readonly chunks: ReadonlyMap<string, Value>;
  readonly hypotheses: ReadonlyMap<string, Value>;
}

export interface Peers {
  /** By the first characters of their addresses. */
  readonly peers: ReadonlyMap<string, PeerEntry>;
  readonly known_hosts: readonly string[];
  /** Only when authentication was asked for. */
  readonly node?: NodeStatement;
  readonly register: boolean;
  readonly registerResult: boolean;
  readonly authentication: boolean;
}

export interface PeerEntry {
  readonly host: string;
  readonly address: string;
}

/** A node's signed statement of which network it is in (PROTOCOL 12). */
export interface NodeStatement {
  readonly timestamp: number;
  readonly genesis_address: string;
  readonly public_key: string;
  readonly signature: string;
  readonly string: string;
}

export interface InspectedCell {
  readonly key: string;
  readonly value: Value;
  /** The height of the main block the value was read at. */
  readonly height: number;
}

export interface CodeList {
  readonly contracts: ReadonlyMap<string, string>;
  readonly requests: ReadonlyMap<string, string>;
}

export interface CodeCount {
  readonly contracts: number;
  readonly requests: number;
}
