import { confirmedHeight, selectValidators } from "../../ledger/validators.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import type { Store } from "../../store/store.js";
import type { Identity } from "./identity.js";

/**
 * Returns the latest s_timestamp, in µs, that this key can have signed before the start (PROTOCOL 9.15). The signing
 * memory may lack signatures: the data directory may be an old backup, or its keys may come from another machine. But a
 * validator signs no further ahead of its clock than other nodes accept (PROTOCOL 9.10), and one that holds all slots
 * not at all.
 */
export async function lastForgottenSecond(
  store: Store,
  definition: NetworkDefinition,
  { node }: Identity,
  nowUs: number,
): Promise<number> {
  const network = createNetwork(definition);
  const validators = await selectValidators(store, network, await confirmedHeight(store, network, nowUs));
  const isAlone = validators.length > 0 && validators.every((address) => address === node.address);
  return isAlone ? nowUs : nowUs + TIMESTAMP_ERROR_US;
}
