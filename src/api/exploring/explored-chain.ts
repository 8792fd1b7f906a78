import type { Ledger } from "../../ledger/ledger.js";
import type { ChainIndex } from "../../store/chain-index.js";

/** A chain whose store has the indexes of the explorer. */
export interface ExploredChain extends Pick<Ledger, "store" | "registry"> {
  readonly index: ChainIndex;
}
