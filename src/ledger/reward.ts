import { addDecimals, decimalToText, parseDecimal, ZERO } from "../codec/decimal.js";
import { valueToText } from "../codec/text.js";
import type { Value } from "../codec/value.js";
import type { Network } from "../records/network.js";
import type { Reward } from "../records/reward-shares.js";

export interface RewardInput extends Omit<Reward, "total"> {
  /** Local `fixed_height` before this block. */
  readonly fixedHeight: number;
  /** Local `recycle_resource` before the payment. */
  readonly recycleResource: Value;
}

/**
 * What one resource block pays (PROTOCOL 8.9, 16.3): resource units by address, miners in slot order first, then the
 * beneficiaries.
 */
export function rewardShares(network: Network, input: RewardInput): ReadonlyMap<string, bigint> {
  const {
    resource_confirm_count: confirmCount,
    credit_amount: credit,
    standard_amount: standard,
  } = network.constants;
  const granted = input.fixedHeight < confirmCount ? credit : standard;
  const total = granted + wholePart(input.recycleResource);
  return network.ruleSet.shareReward({ ...input, total });
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
