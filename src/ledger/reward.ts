import { addDecimals, decimalToText, parseDecimal, ZERO } from "../codec/decimal.js";
import { valueToText } from "../codec/text.js";
import type { Value } from "../codec/value.js";
import type { Network } from "../records/network.js";

/** Divides the total into the share that a selected miner gets for each slot it holds. */
const SLOT_DIVISOR = 32n;

export interface RewardInput {
  /** Local `fixed_height` before this block. */
  readonly fixedHeight: number;
  /** Local `recycle_resource` before the payment. */
  readonly recycleResource: Value;
  /** In slot order, duplicates kept. */
  readonly miners: readonly string[];
  /** The beneficiaries of the paid resource block's receipts, in their order. */
  readonly beneficiaries: readonly string[];
}

/**
 * What one resource block pays (PROTOCOL 8.9): resource units by address, miners in slot order first, then the
 * beneficiaries. Each slot earns ⌊total/32⌋; the rest is split evenly, rounded down, among the distinct set of both.
 */
export function rewardShares(network: Network, input: RewardInput): ReadonlyMap<string, bigint> {
  const {
    resource_confirm_count: confirmCount,
    credit_amount: credit,
    standard_amount: standard,
  } = network.constants;
  const granted = input.fixedHeight < confirmCount ? credit : standard;
  const total = granted + wholePart(input.recycleResource);
  const slotShare = total / SLOT_DIVISOR;
  const participants = new Set([...input.miners, ...input.beneficiaries]);
  const rest = total - slotShare * BigInt(input.miners.length);
  const evenShare = participants.size === 0 ? 0n : rest / BigInt(participants.size);
  const shares = new Map(Array.from(participants, (address) => [address, evenShare]));
  for (const miner of input.miners) shares.set(miner, (shares.get(miner) ?? 0n) + slotShare);
  return shares;
}

/** Adds units to an amount in state and returns decimal text. Text that is not decimal counts as 0. */
export function addUnits(amount: Value, units: bigint): string {
  const before = parseDecimal(valueToText(amount)) ?? ZERO;
  return decimalToText(addDecimals(before, { units, scale: 0 }, before.scale));
}

function wholePart(amount: Value): bigint {
  const decimal = parseDecimal(valueToText(amount)) ?? ZERO;
  return decimal.units / 10n ** BigInt(decimal.scale);
}
