import { COIN_SCALE } from "../../codec/coins.js";
import { parseDecimal, rescale } from "../../codec/decimal.js";
import * as errors from "../errors.js";

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
