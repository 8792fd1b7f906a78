import type { Peer } from "../tracking/peer-table.js";

/** A block and the peer that gave it; null for this node's own block. */
export interface GivenBlock<Block> {
  readonly block: Block;
  readonly peer: Peer | null;
}
