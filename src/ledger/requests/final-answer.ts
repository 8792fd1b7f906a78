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

/** For one record. The empty block, height 0, stands for a block that may still come. */
export function finalName({ height }: Pick<Block, "height">, fixedHeight: number, name: string): FinalName {
  return height > 0 && height <= fixedHeight ? { finalName: name } : {};
}

/** For a range of blocks. Only a full range never grows; its last blockhash identifies all the blocks before it. */
export function finalRange(blocks: readonly Block[], fixedHeight: number, isFull: boolean): FinalName {
  const last = blocks[MAX_BLOCKS - 1];
  if (last === undefined) return {};
  return finalName(last, fixedHeight, `${last.blockhash}-${MAX_BLOCKS}${isFull ? "" : "-summaries"}`);
}
