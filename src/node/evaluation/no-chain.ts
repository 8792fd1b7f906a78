import { PUBLIC_NETWORK } from "../../records/network.js";
import { createEmptyChain } from "../../vm/machine.js";

/**
 * The empty chain for the chain operators. The difficulty of its empty resource block is the default one
 * (PROTOCOL 4.2).
 */
export const NO_CHAIN = createEmptyChain(PUBLIC_NETWORK.constants.default_difficulty.toString());
