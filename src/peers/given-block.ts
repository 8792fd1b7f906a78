import type { Peer } from "./peer-table.js";

/** A block and who gave it, null for one of ours. */
export interface GivenBlock<Block> {
  readonly block: Block;
  readonly peer: Peer | null;
}
