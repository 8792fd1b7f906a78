import type { ChainError } from "../../codec/chain-error.js";
import { lostToMembers, type LostBlocks } from "./lost-blocks.js";
import * as errors from "./errors.js";

export interface DataFault {
  /** What is wrong, in one sentence. */
  readonly reason: string;
  /** The place, as far as it is known: chain and height, state key, or table and row. */
  readonly place: Readonly<Record<string, string | number>>;
}

export interface DataFindings {
  readonly fault: DataFault;
  /** The invalid or missing blocks and all blocks that build on them; null when all blocks are right. */
  readonly lost: LostBlocks | null;
}

/** The findings as an error: `CHAIN_DIFFERENCE` or `BLOCKS_DAMAGED`, kind "local". */
export function faultError({ fault: { reason, place }, lost }: DataFindings): ChainError {
  if (lost === null) {
    return errors.chainDifference({}, { details: { ...place, reason } });
  }
  return errors.blocksDamaged({}, { details: { ...place, reason, ...lostToMembers(lost) } });
}
