import type { Network } from "../records/network.js";
import type { Store, StoredResourceBlock } from "../store/store.js";
import type { SlotTerm } from "./slots-at.js";

/**
 * The validators and the miners who are paid (PROTOCOL 9.13): slots come from the resource blocks up to the confirmed
 * height. A participant that made several of those blocks holds several slots.
 */

/** The part of the resource chain that names validators and miners. */
export interface SlotHistory {
  resourceBlock(target: "last" | { readonly before: number }): Promise<Pick<Slot, "height"> | null>;
  resourceBlocks(fromHeight: number, toHeight: number): Promise<readonly Slot[]>;
}

interface NamedHistory {
  resourceBlock(target: { readonly before: number }): Promise<Pick<StoredResourceBlock, "blockhash"> | null>;
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
  const block = await history.resourceBlock({ before: timeUs - network.constants.confirm_interval });
  return block?.height ?? 0;
}

/**
 * What a main block of a time must name: the blockhash of the resource block at the confirmed height, "" at 0
 * (PROTOCOL 16.2). Undefined in networks whose blocks name none.
 */
export async function namedResourceBlock(
  history: NamedHistory,
  { ruleSet, constants }: Network,
  timeUs: number,
): Promise<string | undefined> {
  if (!ruleSet.namesResourceBlock) return undefined;
  const block = await history.resourceBlock({ before: timeUs - constants.confirm_interval });
  return block?.blockhash ?? "";
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

/**
 * The slots at a time, and between which times they are the same: they change when the next resource block is confirmed
 * (PROTOCOL 9.12).
 */
export async function findSlotTerm(
  store: Pick<Store, "resourceBlock" | "resourceBlocks">,
  network: Network,
  timeUs: number,
): Promise<SlotTerm> {
  const { confirm_interval } = network.constants;
  const confirmed = await store.resourceBlock({ before: timeUs - confirm_interval });
  const height = confirmed?.height ?? 0;
  const [next] = await store.resourceBlocks(height + 1, height + 1);
  return {
    slots: await selectValidators(store, network, height),
    afterUs: (confirmed?.timestamp ?? -Infinity) + confirm_interval,
    untilUs: (next?.timestamp ?? Infinity) + confirm_interval,
  };
}

/** The miners of the same blocks, duplicates kept. */
export async function selectMiners(
  history: SlotHistory,
  network: Network,
  height: number,
): Promise<readonly string[]> {
  return (await selectSlots(history, network, height)).map(({ miner }) => miner);
}

/**
 * The miners that share the payment of a resource block, duplicates kept (PROTOCOL 8.9): those of the blocks that give
 * the validator slots, or in rules 2 those of the paid block and of the blocks before it (PROTOCOL 16.3).
 */
export async function paidMiners(
  history: SlotHistory,
  network: Network,
  { confirmed, paid }: { readonly confirmed: number; readonly paid: number },
): Promise<readonly string[]> {
  if (!network.ruleSet.paysListings) return selectMiners(history, network, confirmed);
  return (await slotsUpTo(history, network, paid)).map(({ miner }) => miner);
}

async function selectSlots(
  history: SlotHistory,
  network: Network,
  height: number,
): Promise<readonly Omit<Slot, "height">[]> {
  const { constants, genesis_address: genesis } = network;
  if (height <= constants.resource_confirm_count) return [{ validator: genesis, miner: genesis }];
  const last = await history.resourceBlock("last");
  return last === null || last.height <= height ? [] : slotsUpTo(history, network, height);
}

/** The resource blocks up to a height, as many as there are slots. */
function slotsUpTo(history: SlotHistory, { constants }: Network, height: number): Promise<readonly Slot[]> {
  return history.resourceBlocks(Math.max(1, height - constants.validator_count + 1), height);
}
