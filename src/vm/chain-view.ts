import type { Value } from "../codec/value.js";

/**
 * What a request's chain operators ask (PROTOCOL 7). Pages, counts and targets are as the code gave them, read as
 * integers and text: which of them the chain has is for the answerer to say.
 */
export type ChainQuery =
  /** A block by height (as decimal text) or blockhash; "" is the latest. Not full: its summary. */
  | { readonly operator: "get_block" | "get_resource_block"; readonly target: string; readonly full: boolean }
  /** Up to 256 blocks from a height, as decimal text. */
  | {
      readonly operator: "get_blocks" | "get_resource_blocks";
      readonly target: string;
      readonly full: boolean;
    }
  /** Summaries by blockhash; page 1 is the newest, sort 1 newest first, −1 oldest first. */
  | { readonly operator: "list_block"; readonly page: number; readonly count: number; readonly sort: number }
  | { readonly operator: "list_resource_block" | "list_code"; readonly page: number; readonly count: number }
  /** "": of any address. */
  | {
      readonly operator: "list_transaction";
      readonly page: number;
      readonly count: number;
      readonly address: string;
    }
  | { readonly operator: "get_transaction"; readonly target: string }
  /** Code text by code id; "": no code. */
  | { readonly operator: "get_code"; readonly ctype: "contract" | "request"; readonly target: string }
  /** Cells under a state prefix of the asking code's space. */
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
