/** Decimal text and its arithmetic (PROTOCOL 7.18, 7.19): any number of digits, truncated to a scale, never rounded. */
import { text } from "./text.js";
import { MachineFailure, type Value } from "./value.js";

/** units × 10^-scale */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/**
 * Whether a value counts as a number: an integer, a float, or text with optional white space around an optional
 * sign, digits with at most one point, and an optional exponent. Not all numeric text is decimal text, see `decimal`.
 */
export function isNumeric(value: Value): boolean {
  if (typeof value === "bigint" || typeof value === "number") return true;
  return (
    typeof value === "string" &&
    /^[ \t\n\r\v\f]*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t\n\r\v\f]*$/.test(value)
  );
}

/** Whether text is decimal: an optional sign, then digits with at most one point. */
export function isDecimal(value: Value): boolean {
  return isNumeric(value) && /^[+-]?[0-9.]+$/.test(text(value));
}

export function isZero(number: Decimal): boolean {
  return number.units === 0n;
}

/**
 * Converts a numeric value to a decimal. A number that is not decimal text (an exponent, white space, a float that
 * prints with an exponent) makes the transaction fail.
 */
export function decimal(value: Value): Decimal {
  if (!isDecimal(value)) throw new MachineFailure(`${text(value)} is not decimal text`);
  const [, sign, whole = "", fraction = ""] = /^([+-]?)([0-9]*)\.?([0-9]*)$/.exec(text(value)) ?? [];
  const units = BigInt(whole + fraction);
  return { units: sign === "-" ? -units : units, scale: fraction.length };
}

export function writeDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const sign = units < 0n ? "-" : "";
  return sign + whole + (scale > 0 ? `.${digits.slice(-scale)}` : "");
}

/** The same number with `scale` digits after the point. Further digits are truncated. */
export function rescale(number: Decimal, scale: number): Decimal {
  const by = 10n ** BigInt(Math.abs(scale - number.scale));
  // BigInt division truncates towards zero.
  return { scale, units: scale >= number.scale ? number.units * by : number.units / by };
}

export type Arithmetic = (left: Decimal, right: Decimal, scale: number) => Decimal;

export const add: Arithmetic = (left, right, scale) => {
  const wide = Math.max(left.scale, right.scale);
  return rescale({ units: rescale(left, wide).units + rescale(right, wide).units, scale: wide }, scale);
};

export const subtract: Arithmetic = (left, right, scale) =>
  add(left, { units: -right.units, scale: right.scale }, scale);

export const multiply: Arithmetic = (left, right, scale) =>
  rescale({ units: left.units * right.units, scale: left.scale + right.scale }, scale);

/** The divisor must not be zero. */
export const divide: Arithmetic = (left, right, scale) => {
  // (left / 10^a) / (right / 10^b) × 10^scale, truncated once.
  const top = left.units * 10n ** BigInt(right.scale + scale);
  const bottom = right.units * 10n ** BigInt(left.scale);
  return { units: top / bottom, scale };
};

/** -1, 0 or 1. All digits count. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const { units } = subtract(left, right, Math.max(left.scale, right.scale));
  if (units === 0n) return 0;
  return units < 0n ? -1 : 1;
}
