import { decimalToText, parseDecimal, rescale } from "../../codec/decimal.js";
import * as errors from "../errors.js";

/** One coin is 10^18 units: PROTOCOL 4.2 gives amounts as … × 10^18. Amounts are never floats. */
const COIN_SCALE = 18;

/**
 * Converts an amount as people write it, `1.5`, to units as decimal text. With `raw` the amount is in units already.
 */
export function amountToUnits(text: string, { raw }: { readonly raw: boolean }): string {
  const amount = parseDecimal(text);
  if (amount === null || text.startsWith("+")) {
    throw errors.amountInvalid({ amount: text, digits: COIN_SCALE });
  }
  if (raw) {
    if (amount.scale > 0) throw errors.amountInvalid({ amount: text, digits: COIN_SCALE });
    return amount.units.toString();
  }
  if (amount.scale > COIN_SCALE) throw errors.amountInvalid({ amount: text, digits: COIN_SCALE });
  return rescale(amount, COIN_SCALE).units.toString();
}

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
