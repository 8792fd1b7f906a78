import { decimalToText, parseDecimal, subtractDecimals, ZERO, type Decimal } from "../../codec/decimal.js";
import type { Value } from "../../codec/value.js";

/** No amount has more digits. Longer texts are not read, because their arithmetic takes long. */
const MAX_DIGITS = 100;

/** How much a value has grown, with its sign: `+42`, `-1.5`. Empty unless both are numbers; an absent cell counts as 0. */
export function growthOf(old: Value, value: Value): string {
  const [before, after] = [numberOf(old), numberOf(value)];
  if ((old === null && value === null) || before === null || after === null) return "";
  const change = subtractDecimals(after, before, Math.max(before.scale, after.scale));
  return (change.units > 0n ? "+" : "") + decimalToText(change);
}

function numberOf(value: Value): Decimal | null {
  if (value === null) return ZERO;
  if (typeof value === "bigint") return { units: value, scale: 0 };
  return typeof value === "string" && value.length <= MAX_DIGITS ? parseDecimal(value) : null;
}
