import type { Network } from "../records/network.js";
import type { Store, StoredResourceBlock } from "../store/store.js";

/**
 * Who seals and who is paid (PROTOCOL 9): slots are taken from the resource blocks up to the confirmed height.
 * A participant that filled several of those blocks holds several slots.
 */

/** The height of the last resource block older than the confirm interval at a time; 0 when there is none. */
export async function confirmedHeight(store: Store, network: Network, timeUs: number): Promise<number> {
  const block = await store.resourceBlockBefore(timeUs - network.constants.confirm_interval);
  return block?.height ?? 0;
}

/** The validator slots at a confirmed height, the ninth slot last. Empty when the resource chain stands still. */
export function selectValidators(store: Store, network: Network, height: number): Promise<readonly string[]> {
  return selectSlots(store, network, height, (block) => block.validator);
}

/** The miners of the same blocks, duplicates kept. */
export function selectMiners(store: Store, network: Network, height: number): Promise<readonly string[]> {
  return selectSlots(store, network, height, (block) => block.miner);
}

async function selectSlots(
  store: Store,
  network: Network,
  height: number,
  role: (block: StoredResourceBlock) => string,
): Promise<readonly string[]> {
  const { resource_confirm_count: confirmCount, validator_count: slots } = network.constants;
  if (height <= confirmCount) return [network.genesis_address];
  const last = await store.lastResourceBlock();
  if (last === null || last.height <= height) return [];
  const blocks = await store.resourceBlocks(Math.max(1, height - slots + 1), height);
  return blocks.map(role);
}
