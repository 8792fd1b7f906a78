import { COIN_SCALE } from "../../codec/coins.js";
import { parseDecimal, rescale } from "../../codec/decimal.js";

/** The units of an amount in coins as people write it; null when it is no such amount. */
export function toUnits(coins: string): string | null {
  const amount = parseDecimal(coins.trim());
  return amount === null || amount.scale > COIN_SCALE ? null : rescale(amount, COIN_SCALE).units.toString();
}
