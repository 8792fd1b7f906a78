import { COIN_SCALE } from "../../codec/coins.js";
import { parseDecimal, rescale } from "../../codec/decimal.js";

/** Digits in groups of three: `1234567` → `1,234,567`. Other text stays as it is. */
export function grouped(number: number | bigint | string): string {
  return String(number).replace(
    /^(-?)([0-9]{4,})(?![0-9a-z])/,
    (_, sign: string, digits: string) => sign + digits.replace(/\B(?=(?:[0-9]{3})+$)/g, ","),
  );
}

/** `1 block`, `2 blocks`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const HEAD = 8;
const TAIL = 6;

/** The two ends of a hash, address or key, which are enough to recognize it. */
export function shortened(hash: string): string {
  return hash.length <= HEAD + TAIL + 1 ? hash : `${hash.slice(0, HEAD)}…${hash.slice(-TAIL)}`;
}

/** The lowest, median and highest of some numbers. The median of an even count is the lower of the two in the middle. */
export function lowMiddleHigh(
  numbers: readonly bigint[],
): Readonly<Record<"low" | "middle" | "high", bigint>> {
  const sorted = [...numbers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (index: number): bigint => sorted[Math.floor(index)] ?? 0n;
  return { low: at(0), middle: at((sorted.length - 1) / 2), high: at(sorted.length - 1) };
}

/** Converts an amount in coins, as people write it, to units; null when the text is not an amount. */
export function toUnits(coins: string): string | null {
  const amount = parseDecimal(coins.trim());
  return amount === null || amount.scale > COIN_SCALE ? null : rescale(amount, COIN_SCALE).units.toString();
}
