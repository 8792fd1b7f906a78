import { PUBLIC_NETWORK } from "../../records/network.js";
import { createEmptyChain } from "../../vm/machine.js";

/** What the chain operators find where there is no chain; a resource block's difficulty is the protocol's default. */
export const NO_CHAIN = createEmptyChain(PUBLIC_NETWORK.constants.default_difficulty.toString());
