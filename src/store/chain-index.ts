import type { StateKind } from "../codec/state-key.js";
import type { HashPart } from "../codec/hash-part.js";
import type { Value } from "../codec/value.js";

/** The indexes of a chain for the explorer (docs/explorer.md). Each answer is read from a range of an index. */
export interface ChainIndex {
  /**
   * Finds at most `count` names of one kind with a beginning and an end, in descending order. With an end, only the last
   * `MOST_COMPARED` names with the beginning are compared.
   */
  find(kind: NamedKind, part: HashPart, count: number): Promise<readonly FoundName[]>;
  /** Lists the cells under a prefix of state keys, in key order, as they were after a main block. */
  listCells(asked: AskedCellPage): Promise<ListedCellPage>;
  /** Lists the transactions that call a code, newest first. */
  listCalls(asked: AskedCalls): Promise<readonly FoundCall[]>;
  /** For each number n of `firsts`, counts the calls of a code among the chain's first n transactions. */
  countCalls(code: CalledCode, firsts: readonly number[]): Promise<readonly number[]>;
  /** Returns the ends of the chains before each of some times, in µs. */
  pastEnds(timesUs: readonly number[]): Promise<readonly PastEnd[]>;
}

export interface CalledCode {
  readonly type: string;
  /** Null for transactions without a cid. */
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

export interface PastEnd {
  /** The heights of the last blocks; 0 before the first. */
  readonly main: number;
  readonly resource: number;
  readonly transactions: number;
  /** The number of addresses that transactions have named. */
  readonly addresses: number;
  /** The difficulty of the last resource block; null before the first. */
  readonly difficulty: string | null;
}

/** The kinds of names: hashes of blocks and transactions, addresses of transactions, and state keys. */
export type NamedKind = "block" | "resourceBlock" | "transaction" | "address" | StateKind;

export const MOST_COMPARED = 4096;

export interface FoundName {
  /** A hash, an address, or a state key as it was last written. */
  readonly id: string;
  /** The height of the block, or of the transaction's block; null for other names. */
  readonly height: number | null;
}

export interface AskedCellPage {
  readonly kind: StateKind;
  readonly prefix: string;
  /** The padded key after which the page begins; empty for the first page. */
  readonly after: string;
  readonly height: number;
  /** The number of cells that are looked at. Cells that were absent after the block are left out. */
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
