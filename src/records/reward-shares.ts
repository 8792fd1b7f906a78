/** How the payment of a resource block is divided (PROTOCOL 8.9, 16.3). */

export interface Reward {
  /** Resource units. */
  readonly total: bigint;
  /** In slot order, duplicates kept. */
  readonly miners: readonly string[];
  /** The beneficiaries of the paid resource block's receipts, in their order. */
  readonly beneficiaries: readonly string[];
}

/** Divides the total into the share that a selected miner gets for each slot it holds. */
const SLOT_DIVISOR = 32n;

/** Each slot earns ⌊total/32⌋; the rest is split evenly, rounded down, among the distinct set of both (PROTOCOL 8.9). */
export function shareAmongAll({ total, miners, beneficiaries }: Reward): ReadonlyMap<string, bigint> {
  const slotShare = total / SLOT_DIVISOR;
  const participants = new Set([...miners, ...beneficiaries]);
  const rest = total - slotShare * BigInt(miners.length);
  const evenShare = participants.size === 0 ? 0n : rest / BigInt(participants.size);
  const shares = new Map(Array.from(participants, (address) => [address, evenShare]));
  for (const miner of miners) shares.set(miner, (shares.get(miner) ?? 0n) + slotShare);
  return shares;
}

/** Each listing earns ⌊total / listings⌋ (PROTOCOL 16.3). */
export function shareByListings({ total, miners }: Reward): ReadonlyMap<string, bigint> {
  const shares = new Map<string, bigint>();
  for (const miner of miners) shares.set(miner, (shares.get(miner) ?? 0n) + total / BigInt(miners.length));
  return shares;
}
