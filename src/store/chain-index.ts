import type { StateKind } from "../codec/state-key.js";
import type { HashPart } from "../codec/hash-part.js";
import type { Value } from "../codec/value.js";

/** What a chain's readers look up beside its blocks (docs/explorer.md). Every answer comes from a range of an index. */
export interface ChainIndex {
  /**
   * Names of one kind that begin and end as asked, the last ones first, at most `count`. With an end, only the last
   * `MOST_COMPARED` names with the beginning are compared.
   */
  find(kind: NamedKind, part: HashPart, count: number): Promise<readonly FoundName[]>;
  /** The cells under the prefix of state keys, in key order, as they were after a main block. */
  listCells(asked: AskedCellPage): Promise<ListedCellPage>;
  /** The transactions that call a code, newest first. */
  listCalls(asked: AskedCalls): Promise<readonly FoundCall[]>;
  /** How many of the chain's first transactions call a code, for each of some numbers of transactions. */
  countCalls(code: CalledCode, firsts: readonly number[]): Promise<readonly number[]>;
  /** How far the chains had come before each of some times, µs. */
  pastEnds(timesUs: readonly number[]): Promise<readonly PastEnd[]>;
}

/** A code as transactions call it. */
export interface CalledCode {
  readonly type: string;
  /** Null when they name none. */
  readonly cid: string | null;
}

export interface AskedCalls {
  readonly code: CalledCode;
  /** Only transactions with a lower running number. */
  readonly before: number;
  readonly count: number;
}

export interface FoundCall {
  /** The running number of the transaction in the chain. */
  readonly number: number;
  readonly hash: string;
  readonly height: number;
  readonly sender: string;
}

/** The chains up to a time. */
export interface PastEnd {
  /** The heights of the last blocks; 0 before the first. */
  readonly main: number;
  readonly resource: number;
  readonly transactions: number;
  /** How many addresses transactions have named. */
  readonly addresses: number;
  /** Of the last resource block; null before the first. */
  readonly difficulty: string | null;
}

/** What has a name of its own: hashes, addresses of transactions, and state keys. */
export type NamedKind = "block" | "resourceBlock" | "transaction" | "address" | StateKind;

export const MOST_COMPARED = 4096;

export interface FoundName {
  /** A hash, an address, or a state key as it was last written. */
  readonly id: string;
  /** Of the block, or of a transaction's block; null for other names. */
  readonly height: number | null;
}

export interface AskedCellPage {
  readonly kind: StateKind;
  /** The beginning of state keys. */
  readonly prefix: string;
  /** The padded key after which the page begins; empty for the first page. */
  readonly after: string;
  readonly height: number;
  /** How many cells are looked at: those that the block did not leave there are left out. */
  readonly count: number;
}

export interface ListedCellPage {
  readonly cells: readonly ListedCell[];
  /** The `after` of the next page, null on the last one. */
  readonly next: string | null;
}

export interface ListedCell {
  /** The state key as it was written. */
  readonly key: string;
  readonly value: Value;
  /** The main block that wrote it. */
  readonly height: number;
}
