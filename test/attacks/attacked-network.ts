import { devNetwork } from "../../src/data/dev-network.js";
import { testIdentity } from "../support/keys.js";

export const SECOND_US = 1_000_000;
/** The only validator until another address mines. */
export const GENESIS = testIdentity("genesis");

const definition = devNetwork(GENESIS);

/** A network of one validator whose resource blocks cost two tries and are confirmed after ten minutes. */
export const NETWORK = {
  ...definition,
  constants: {
    ...definition.constants,
    main_chain_interval: SECOND_US,
    confirm_interval: 600 * SECOND_US,
    default_difficulty: 2n,
  },
};
