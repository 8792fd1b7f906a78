import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";

/** An answer ends with the block that makes it longer than this. */
const ENOUGH_LENGTH = 1_048_576;

/**
 * How many blocks `$get_blocks` and `$get_resource_blocks` answer, of the 256 that there may be (PROTOCOL 7): they stop
 * before transactions, or receipts, and bytes are more than a block's, and after a mebibyte is exceeded.
 */
export class BlockWindow {
  #records = 0;
  #length = 0;

  /** Whether the next block still belongs to the answer; it has so many records, and bytes of canonical JSON. */
  takes(records: number, length: number): boolean {
    if (this.#length > ENOUGH_LENGTH) return false;
    this.#records += records;
    this.#length += length;
    return this.#records <= MAX_BLOCK_TRANSACTIONS && this.#length <= MAX_BLOCK_SIZE;
  }
}
