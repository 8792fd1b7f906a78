import { hashOf } from "../../codec/hash.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";

/** Answers that can never change again: those whose last record is at or below a fixed height (PROTOCOL 10.10). */

export interface FinalName {
  /** Names the content of the answer and its form; absent while the answer may change. */
  readonly finalName?: string;
}

interface Block {
  readonly height: number;
  readonly blockhash: string;
}

/**
 * For one record. The empty block, height 0, stands for a block that may still come.
 *
 * @param text what the hash in the name does not cover: the seal of a block, or the signatures of a whole record.
 */
export function finalName(
  { height }: Pick<Block, "height">,
  fixedHeight: number,
  [name, text]: readonly [name: string, text: string],
): FinalName {
  return height > 0 && height <= fixedHeight ? { finalName: `${name}-${hashOf(text)}` } : {};
}

/**
 * For a range of summaries or of full resource blocks. Only a full range never grows; its last blockhash identifies all the
 * blocks before it, but not the seals of main blocks.
 */
export function finalRange(blocks: readonly Block[], fixedHeight: number, isFull: boolean): FinalName {
  const last = blocks[MAX_BLOCKS - 1];
  if (last === undefined) return {};
  const name = `${last.blockhash}-${MAX_BLOCKS}${isFull ? "" : "-summaries"}`;
  return last.height <= fixedHeight ? { finalName: name } : {};
}
