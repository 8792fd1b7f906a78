import { MAX_BLOCKS } from "../../records/operations/limits.js";

/** Answers that can never change again: those of which the last record is at or below a fixed height (PROTOCOL 10). */

export interface FinalName {
  /** Names what is in the answer and in which form; missing while it may change. */
  readonly finalName?: string;
}

interface Block {
  readonly height: number;
  readonly blockhash: string;
}

/** Of one record. The empty block, height 0, stands for one that may come yet. */
export function finalName({ height }: Pick<Block, "height">, fixedHeight: number, name: string): FinalName {
  return height > 0 && height <= fixedHeight ? { finalName: name } : {};
}

/** Of a range of blocks. Only a full one never grows; its last blockhash stands for all before it. */
export function finalRange(blocks: readonly Block[], fixedHeight: number, isFull: boolean): FinalName {
  const last = blocks[MAX_BLOCKS - 1];
  if (last === undefined) return {};
  return finalName(last, fixedHeight, `${last.blockhash}-${MAX_BLOCKS}${isFull ? "" : "-summaries"}`);
}
