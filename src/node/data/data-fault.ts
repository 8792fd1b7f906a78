import { ChainError } from "../../codec/chain-error.js";
import { lostToMembers, type LostBlocks } from "./lost-blocks.js";

/** A fault in the data of a chain. */
export interface DataFault {
  /** What is wrong, in one sentence. */
  readonly reason: string;
  /** The place, as far as it is known: chain and height, state key, or table and row. */
  readonly place: Readonly<Record<string, string | number>>;
}

/** The findings of a check. */
export interface DataFindings {
  /** The first fault. */
  readonly fault: DataFault;
  /** The invalid or missing blocks and all blocks that build on them; null when all blocks are right. */
  readonly lost: LostBlocks | null;
}

/** The findings as an error: `CHAIN_DIFFERENCE`, kind "local". */
export function faultError({ fault: { reason, place }, lost }: DataFindings): ChainError {
  if (lost === null) {
    return new ChainError("CHAIN_DIFFERENCE", "The chain is not what its blocks make of it. ", {
      kind: "local",
      details: { ...place, reason },
      advice: "All blocks are right. Make the rest from them: chainnode data reindex",
    });
  }
  return new ChainError("CHAIN_DIFFERENCE", "Blocks of the chain are wrong or gone. ", {
    kind: "local",
    details: { ...place, reason, ...lostToMembers(lost) },
    advice:
      "To get them all back, restore a backup.\nTo keep the others and take these from peers: chainnode data reindex --drop-blocks, then start the node.\nWithout peers, copy them from a node that has them: chainnode data export there; chainnode data reindex --drop-blocks and chainnode data import here.",
  });
}
