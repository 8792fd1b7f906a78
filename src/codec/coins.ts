import { decimalToText, parseDecimal } from "./decimal.js";

/** One coin is 10^18 units: PROTOCOL 4.2 gives amounts as … × 10^18. Amounts are never floats. */
export const COIN_SCALE = 18;

/**
 * Converts units to an amount for people: exact, without trailing zeros. Text that is not decimal is returned
 * unchanged.
 */
export function unitsToAmount(units: string): string {
  const decimal = parseDecimal(units);
  if (decimal === null) return units;
  const text = decimalToText({ units: decimal.units, scale: decimal.scale + COIN_SCALE });
  return text.replace(/\.?0+$/, "");
}

/** An amount for people with its unit: `1.5 coins`. Text that is not decimal is returned unchanged. */
export function amountText(units: string): string {
  const amount = unitsToAmount(units);
  if (parseDecimal(units) === null) return amount;
  return `${amount} ${amount === "1" ? "coin" : "coins"}`;
}
