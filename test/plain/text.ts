/** `text(x)` and the digits of floats (PROTOCOL 1.9, 1.11, 1.12). */
import { writeJson } from "./json.js";
import { isContainer, type Value } from "./value.js";

/**
 * `text(x)`: the text that the protocol hashes, weighs and measures. A list or map is its canonical JSON, a string
 * is itself, null and false are empty, true is `1`.
 */
export function text(value: Value): string {
  if (value === null || value === false) return "";
  if (value === true) return "1";
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return value.toString();
  if (isContainer(value)) return writeJson(value);
  return writeFloat({ digits: fourteenDigits(value), widest: 14, mark: "E" });
}

/** The float in canonical JSON: the shortest digits that read back the same, plain below 1e17 (PROTOCOL 1.9). */
export function shortestFloat(float: number): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d)(?:\.(\d+))?e(.+)$/.exec(float.toExponential()) ?? [];
  const negative = sign === "-" || Object.is(float, -0);
  return writeFloat({
    digits: { negative, digits: whole + fraction, point: Number(exponent) + 1 },
    widest: 17,
    mark: "e",
  });
}

/** The length of a text in UTF-8 bytes, the unit of every length of the protocol. */
export function byteLength(string: string): number {
  return Buffer.byteLength(string, "utf8");
}

/** Significant digits and the position of the point: `digits` 125 with `point` 1 is 1.25, with `point` -1 is 0.0125. */
interface Digits {
  readonly negative: boolean;
  readonly digits: string;
  readonly point: number;
}

/**
 * At most 14 significant digits of a float, without trailing zeros. The float is an exact fraction, so this is exact
 * integer arithmetic; a tie goes to the even digit.
 */
function fourteenDigits(float: number): Digits {
  const negative = float < 0 || Object.is(float, -0);
  if (float === 0) return { negative, digits: "0", point: 1 };
  const { numerator, denominator } = exactFraction(Math.abs(float));
  let point = 1;
  while (numerator >= denominator * 10n ** BigInt(Math.max(point, 0))) point += 1;
  while (
    numerator * 10n ** BigInt(Math.max(1 - point, 0)) <
    denominator * 10n ** BigInt(Math.max(point - 1, 0))
  )
    point -= 1;
  // The first 14 digits are the fraction × 10^(14 - point).
  const shift = 14 - point;
  const top = shift >= 0 ? numerator * 10n ** BigInt(shift) : numerator;
  const bottom = shift >= 0 ? denominator : denominator * 10n ** BigInt(-shift);
  let rounded = top / bottom;
  const twice = 2n * (top % bottom);
  if (twice > bottom || (twice === bottom && rounded % 2n === 1n)) rounded += 1n;
  if (rounded === 10n ** 14n) point += 1;
  const digits = rounded.toString().replace(/0+$/, "");
  return { negative, digits, point };
}

function exactFraction(float: number): { numerator: bigint; denominator: bigint } {
  let numerator = float;
  let denominator = 1n;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(numerator), denominator };
}

/**
 * Plain digits while the point is within the first `widest` places and at most three zeros follow it, else `1.5E+25`.
 */
function writeFloat(form: { digits: Digits; widest: number; mark: "e" | "E" }): string {
  const { negative, digits, point } = form.digits;
  const sign = negative ? "-" : "";
  if (digits === "0") return `${sign}0`;
  if (point > form.widest || point < -3) {
    const exponent = point - 1;
    const fraction = digits.slice(1) || "0";
    return `${sign}${digits.charAt(0)}.${fraction}${form.mark}${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
  }
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (digits.length <= point) return sign + digits.padEnd(point, "0");
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
