import type { Ledger } from "../../ledger/ledger.js";
import type { ChainIndex } from "../../store/chain-index.js";

/** A chain whose store looks up what the explorer asks. */
export interface ExploredChain extends Pick<Ledger, "store" | "registry"> {
  readonly index: ChainIndex;
}
