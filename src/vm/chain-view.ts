import type { Value } from "../codec/value.js";

/** Identifies a block: a number is a height, a text is a blockhash, and null is the latest block. */
export type BlockName = number | string | null;

/** A query of a request's chain operator (PROTOCOL 7.35, 7.36, 7.37, 7.38, 7.39), with its defaults filled in. */
export type ChainQuery =
  /** The full form, or the summary when `full` is false. */
  | {
      readonly operator: "get_block" | "get_resource_block";
      readonly target: BlockName;
      readonly full: boolean;
    }
  /** From a height of at least 1: up to 256 blocks, as far as `BlockWindow` allows. */
  | { readonly operator: "get_blocks" | "get_resource_blocks"; readonly from: number; readonly full: boolean }
  /** Summaries by blockhash, newest first; page 1 ends at the latest. */
  | {
      readonly operator: "list_block" | "list_resource_block";
      readonly page: number;
      readonly count: number;
    }
  /** A page of each kind, counted from 1, with at most 100 codes. */
  | { readonly operator: "list_code"; readonly page: number; readonly count: number }
  /** The newest transactions. */
  | { readonly operator: "list_transaction"; readonly count: number }
  /** A null hash is the latest transaction. */
  | { readonly operator: "get_transaction"; readonly hash: string | null }
  /** Code text by code id. */
  | { readonly operator: "get_code"; readonly ctype: "contract" | "request"; readonly target: string }
  /** Cells under a state prefix of the code's own space. Pages count from 0 and have at most 100 cells. */
  | {
      readonly operator: "list_universal";
      readonly prefix: string;
      readonly page: number;
      readonly count: number;
    }
  | { readonly operator: "block_count" | "transaction_count" | "code_count" | "resource_block_count" };

/** Chain answers that are already loaded. `answer` returns undefined for one that is not. */
export interface ChainView {
  answer(query: ChainQuery): Value | undefined;
}
