import { COIN_SCALE, coinsToUnits } from "../../codec/coins.js";
import { parseDecimal } from "../../codec/decimal.js";
import * as errors from "../errors.js";

/** Converts an amount, `1.5`, to units as decimal text. With `raw` it is in units already. */
export function amountToUnits(text: string, { raw }: { readonly raw: boolean }): string {
  const units = raw ? wholeUnits(text) : coinsToUnits(text);
  if (units === null || units.startsWith("-"))
    throw errors.amountInvalid({ amount: text, digits: COIN_SCALE });
  return units;
}

function wholeUnits(text: string): string | null {
  const amount = text.startsWith("+") ? null : parseDecimal(text);
  return amount === null || amount.scale > 0 ? null : amount.units.toString();
}
