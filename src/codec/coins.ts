import { decimalToText, parseDecimal, rescale } from "./decimal.js";

/** One coin is 10^18 units: PROTOCOL 4.2 gives amounts as … × 10^18. Amounts are never floats. */
export const COIN_SCALE = 18;

/** Converts units to an exact amount without trailing zeros. Text that is not decimal stays. */
export function unitsToAmount(units: string): string {
  const decimal = parseDecimal(units);
  if (decimal === null) return units;
  const text = decimalToText({ units: decimal.units, scale: decimal.scale + COIN_SCALE });
  return text.replace(/\.?0+$/, "");
}

/** Converts coins, such as `1.5`, to units, exactly. Null for no amount, or one with too many digits. */
export function coinsToUnits(coins: string): string | null {
  const amount = coins.startsWith("+") ? null : parseDecimal(coins);
  return amount === null || amount.scale > COIN_SCALE ? null : rescale(amount, COIN_SCALE).units.toString();
}

/** An amount for people with its unit: `1.5 coins`. Text that is not decimal is returned unchanged. */
export function amountText(units: string): string {
  const amount = unitsToAmount(units);
  if (parseDecimal(units) === null) return amount;
  return `${amount} ${amount === "1" ? "coin" : "coins"}`;
}
