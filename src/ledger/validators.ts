import type { Network } from "../records/network.js";
import type { StoredResourceBlock } from "../store/store.js";

/**
 * The validators and the miners who are paid (PROTOCOL 9.13): slots come from the resource blocks up to the confirmed
 * height. A participant that made several of those blocks holds several slots.
 */

/** The part of the resource chain that names validators and miners. */
export interface SlotHistory {
  lastResourceBlock(): Promise<Pick<Slot, "height"> | null>;
  resourceBlockBefore(timestampUs: number): Promise<Pick<Slot, "height"> | null>;
  resourceBlocks(fromHeight: number, toHeight: number): Promise<readonly Slot[]>;
}

type Slot = Pick<StoredResourceBlock, "height" | "validator" | "miner">;

/**
 * Returns the height of the last resource block older than the confirm interval at a time, or 0 (PROTOCOL 9.12).
 */
export async function confirmedHeight(
  history: SlotHistory,
  network: Network,
  timeUs: number,
): Promise<number> {
  const block = await history.resourceBlockBefore(timeUs - network.constants.confirm_interval);
  return block?.height ?? 0;
}

/**
 * The validator slots at a confirmed height, the newest slot last. Empty when the resource chain stands still
 * (PROTOCOL 9.14).
 */
export async function selectValidators(
  history: SlotHistory,
  network: Network,
  height: number,
): Promise<readonly string[]> {
  return (await selectSlots(history, network, height)).map(({ validator }) => validator);
}

/** The miners of the same blocks, duplicates kept. */
export async function selectMiners(
  history: SlotHistory,
  network: Network,
  height: number,
): Promise<readonly string[]> {
  return (await selectSlots(history, network, height)).map(({ miner }) => miner);
}

async function selectSlots(
  history: SlotHistory,
  { constants, genesis_address: genesis }: Network,
  height: number,
): Promise<readonly Omit<Slot, "height">[]> {
  const { resource_confirm_count: confirmCount, validator_count: slots } = constants;
  if (height <= confirmCount) return [{ validator: genesis, miner: genesis }];
  const last = await history.lastResourceBlock();
  if (last === null || last.height <= height) return [];
  return history.resourceBlocks(Math.max(1, height - slots + 1), height);
}
