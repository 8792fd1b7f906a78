import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";

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
    if (this.#length > ENOUGH_LENGTH) return false;
    this.#records += records;
    this.#length += length;
    return this.#records <= MAX_BLOCK_TRANSACTIONS && this.#length <= MAX_BLOCK_SIZE;
  }
}
