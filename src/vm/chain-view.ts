import type { Value } from "../codec/value.js";

/** Names a block: a number is a height, any text a blockhash, null the latest. */
export type BlockName = number | string | null;

/** What a request's chain operators ask (PROTOCOL 7), defaults filled in. */
export type ChainQuery =
  /** Not full: the summary. */
  | {
      readonly operator: "get_block" | "get_resource_block";
      readonly target: BlockName;
      readonly full: boolean;
    }
  /** From a height, 1 or more; as many as `BlockWindow` takes of 256. */
  | { readonly operator: "get_blocks" | "get_resource_blocks"; readonly from: number; readonly full: boolean }
  /** Summaries by blockhash, newest first; page 1 ends at the latest. */
  | {
      readonly operator: "list_block" | "list_resource_block";
      readonly page: number;
      readonly count: number;
    }
  /** A page of each kind, from 1; of 100 codes at most. */
  | { readonly operator: "list_code"; readonly page: number; readonly count: number }
  /** The newest. */
  | { readonly operator: "list_transaction"; readonly count: number }
  /** Null: the latest. */
  | { readonly operator: "get_transaction"; readonly hash: string | null }
  /** Code text by code id. */
  | { readonly operator: "get_code"; readonly ctype: "contract" | "request"; readonly target: string }
  /** Cells under a state prefix of the asking code's space; pages from 0, of 100 at most. */
  | {
      readonly operator: "list_universal";
      readonly prefix: string;
      readonly page: number;
      readonly count: number;
    }
  | { readonly operator: "block_count" | "transaction_count" | "code_count" | "resource_block_count" };

/** Answers what is loaded; undefined: not loaded yet. */
export interface ChainView {
  answer(query: ChainQuery): Value | undefined;
}
