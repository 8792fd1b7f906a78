/**
 * Decimal text and its arithmetic (PROTOCOL 7.18, 7.19): unlimited digits, results truncated and never rounded.
 *
 * A decimal is an integer scaled by a power of ten. decimal.js rounds to a precision that must be set beforehand and is
 * three to six times slower here; the tests use it as a cross-check (docs/adr/0002).
 */
export interface Decimal {
  /** The value times 10^scale. */
  readonly units: bigint;
  /** Digits after the point. */
  readonly scale: number;
}

/** Most decimals of a chain: amounts in the smallest unit. */
const DIGITS = /^[0-9]+$/;
const DECIMAL = /^([+-]?)([0-9]*)(?:\.([0-9]*))?$/;

export const ZERO: Decimal = { units: 0n, scale: 0 };

/** Reads decimal text: an optional sign, digits with at most one point. Null for any other text. */
export function parseDecimal(text: string): Decimal | null {
  // A test leaves no garbage; a match is an array of its parts.
  if (DIGITS.test(text)) return { units: digitsToInteger(text), scale: 0 };
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = "", fraction = ""] = match;
  if (whole === "" && fraction === "") return null;
  const units = digitsToInteger(whole + fraction);
  return { units: sign === "-" ? -units : units, scale: fraction.length };
}

/** A float holds this many digits exactly, and converts to a bigint many times faster than text does. */
const FLOAT_DIGITS = 15;

function digitsToInteger(digits: string): bigint {
  return BigInt(digits.length <= FLOAT_DIGITS ? Number(digits) : digits);
}

export function isDecimal(text: string): boolean {
  return parseDecimal(text) !== null;
}

/** The text of a decimal with exactly its scale's digits after the point. */
export function decimalToText({ units, scale }: Decimal): string {
  if (scale === 0) return units.toString();
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${negative ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The same value at another scale, truncated toward zero when digits are lost. */
export function rescale(decimal: Decimal, scale: number): Decimal {
  if (scale === decimal.scale) return decimal;
  return scale > decimal.scale
    ? { units: decimal.units * powerOfTen(scale - decimal.scale), scale }
    : { units: decimal.units / powerOfTen(decimal.scale - scale), scale };
}

export function addDecimals(left: Decimal, right: Decimal, scale: number): Decimal {
  const common = Math.max(left.scale, right.scale);
  return rescale({ units: rescale(left, common).units + rescale(right, common).units, scale: common }, scale);
}

export function subtractDecimals(left: Decimal, right: Decimal, scale: number): Decimal {
  return addDecimals(left, { units: -right.units, scale: right.scale }, scale);
}

export function multiplyDecimals(left: Decimal, right: Decimal, scale: number): Decimal {
  return rescale({ units: left.units * right.units, scale: left.scale + right.scale }, scale);
}

/** The quotient truncated to the scale, or `null` when the divisor is zero. */
export function divideDecimals(left: Decimal, right: Decimal, scale: number): Decimal | null {
  if (right.units === 0n) return null;
  const shift = scale + right.scale - left.scale;
  const units =
    shift >= 0
      ? (left.units * powerOfTen(shift)) / right.units
      : left.units / (right.units * powerOfTen(-shift));
  return { units, scale };
}

/** Negative, zero or positive as left is less than, equal to or greater than right. */
export function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const common = Math.max(left.scale, right.scale);
  const difference = rescale(left, common).units - rescale(right, common).units;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

const POWERS: bigint[] = [1n];

/** Returns 10^exponent. Contracts use only few exponents, so the powers are kept. */
function powerOfTen(exponent: number): bigint {
  if (exponent > 64) return 10n ** BigInt(exponent);
  for (let known = POWERS.length; known <= exponent; known += 1)
    POWERS.push((POWERS[known - 1] as bigint) * 10n);
  return POWERS[exponent] as bigint;
}
