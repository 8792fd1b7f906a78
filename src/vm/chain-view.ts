import { parseJson } from "../codec/parse-json.js";
import { EMPTY_MAIN_BLOCK, mainBlockSummaryToText, mainBlockToText } from "../records/main-block.js";
import {
  emptyResourceBlock,
  resourceBlockSummaryToText,
  resourceBlockToText,
} from "../records/resource-block.js";
import { type Value, EMPTY, objectToValue } from "../codec/value.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";

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

/** In bytes. An answer ends with the block that makes it longer than this. */
const ENOUGH_LENGTH = 1_048_576;

/**
 * Limits the blocks in an answer of `$get_blocks` and `$get_resource_blocks` (PROTOCOL 7.36, 7.39). The answer ends
 * before its transactions (or receipts) or its bytes exceed the limits of a block, and after it exceeds one mebibyte.
 */
export class BlockWindow {
  #records = 0;
  #length = 0;

  /**
   * Reports whether the answer includes the next block, which has `records` records and `length` bytes of canonical
   * JSON.
   */
  takes(records: number, length: number): boolean {
    if (!this.mayTake(records)) return false;
    this.#records += records;
    this.#length += length;
    return this.#length <= MAX_BLOCK_SIZE;
  }

  /** Whether a block with so many records may be in the answer, before its length is known. */
  mayTake(records: number): boolean {
    return this.#length <= ENOUGH_LENGTH && this.#records + records <= MAX_BLOCK_TRANSACTIONS;
  }
}

/** A chain without blocks and codes, as a request reads it (PROTOCOL 7.36). */
export function createEmptyChain(defaultDifficulty: bigint): ChainView {
  const main = { ...EMPTY_MAIN_BLOCK, transaction_count: 0 };
  const resource = emptyResourceBlock(defaultDifficulty);
  const blocks: EmptyBlocks = {
    main: parseJson(mainBlockToText(main)),
    mainSummary: parseJson(mainBlockSummaryToText(main)),
    resource: parseJson(resourceBlockToText(resource)),
    resourceSummary: parseJson(resourceBlockSummaryToText(resource)),
  };
  return { answer: (query) => answer(query, blocks) };
}

type EmptyBlocks = Readonly<Record<"main" | "mainSummary" | "resource" | "resourceSummary", Value>>;

function answer(query: ChainQuery, blocks: EmptyBlocks): Value {
  switch (query.operator) {
    case "get_block":
      return query.full ? blocks.main : blocks.mainSummary;
    case "get_resource_block":
      return query.full ? blocks.resource : blocks.resourceSummary;
    case "list_block":
      return pageOf(query, blocks.mainSummary);
    case "list_resource_block":
      return pageOf(query, blocks.resourceSummary);
    case "list_code":
      return objectToValue({ contracts: EMPTY, requests: EMPTY });
    case "code_count":
      return objectToValue({ contracts: 0n, requests: 0n });
    case "block_count":
    case "transaction_count":
    case "resource_block_count":
      return 0n;
    default:
      return EMPTY;
  }
}

/** A page below 1 starts above the tip, where the recorded node finds the empty block. */
function pageOf(query: { readonly page: number; readonly count: number }, block: Value): Value {
  return query.page < 1 && query.count > 0 ? objectToValue({ "": block }) : EMPTY;
}
