import type { Value, ValueMap } from "../codec/value.js";
import type { MainBlockSummary } from "../records/main-block-text.js";
import type { ResourceBlockSummary } from "../records/resource-block-text.js";

/**
 * The answers of a node as types (docs/rpc.md). Heights, counts and timestamps (µs) are safe integers and become
 * numbers; what is hashed or may hold any value stays a `Value`, so that no digit is lost. Full blocks are the
 * protocol's records, read as strictly as those of a peer.
 */

export type { MainBlock } from "../records/main-block.js";
export type { MainBlockSummary } from "../records/main-block-text.js";
export type { Receipt } from "../records/receipt.js";
export type { ResourceBlock } from "../records/resource-block.js";
export type { ResourceBlockSummary } from "../records/resource-block-text.js";

export interface TransactionRecord {
  readonly transaction: ValueMap;
  readonly public_key: string;
  readonly signature: string;
}

/** What a node knows of a transaction that is in no block (PROTOCOL 13.11). */
export type TransactionFate =
  | { readonly state: "pooled" }
  | {
      readonly state: "dropped";
      /** Why, as one sentence. */
      readonly reason: string;
      /** The height of the main chain when it was dropped. */
      readonly height: number;
    };

export interface Info {
  readonly status: string;
  readonly version: string;
  readonly chain_maker_policy: boolean;
  readonly resource_miner_policy: boolean;
  /** False when the node does not report it. */
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
  /** By signer, not checked: the receiver verifies them. */
  readonly chunks: ReadonlyMap<string, Value>;
  readonly hypotheses: ReadonlyMap<string, Value>;
}

export interface Peers {
  /** By the first three characters of their addresses (PROTOCOL 12.1). */
  readonly peers: ReadonlyMap<string, PeerEntry>;
  readonly known_hosts: readonly string[];
  /** Only when authentication was requested. */
  readonly node?: NodeStatement;
  readonly register: boolean;
  readonly registerResult: boolean;
  readonly authentication: boolean;
}

export interface PeerEntry {
  readonly host: string;
  readonly address: string;
}

/** A node's signed statement of which network it is in (PROTOCOL 12.2). */
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

/** By code id: the text as it was submitted, or any other value that the chain holds there. */
export interface CodeList {
  readonly contracts: ReadonlyMap<string, Value>;
  readonly requests: ReadonlyMap<string, Value>;
}

export interface CodeCount {
  readonly contracts: number;
  readonly requests: number;
}
