import { confirmedHeight, selectValidators } from "../../ledger/validators.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import type { Store } from "../../store/store.js";
import type { Identity } from "../keys/identity.js";

/**
 * The time, µs, by which this key's last signature before a start must have been made. A node cannot know whether its
 * memory is whole: the data directory may be a backup of yesterday, or its keys may have come from another machine. But
 * nobody signs further ahead of his clock than others let him (PROTOCOL 9), and who seals alone does not at all.
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
