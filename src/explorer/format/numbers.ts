import { TIME_LENGTH } from "../../codec/hash.js";

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

const TIME_HASH_LENGTH = 78;

/** The two ends of a hash, address or key, which are enough to recognize it: without a time, which neighbours share. */
export function shortened(hash: string): string {
  const from = hash.length === TIME_HASH_LENGTH ? TIME_LENGTH : 0;
  return hash.length <= HEAD + TAIL + 1 ? hash : `${hash.slice(from, from + HEAD)}…${hash.slice(-TAIL)}`;
}

/** The lowest, median and highest of some numbers. The median of an even count is the lower of the two in the middle. */
export function lowMiddleHigh(
  numbers: readonly bigint[],
): Readonly<Record<"low" | "middle" | "high", bigint>> {
  const sorted = [...numbers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (index: number): bigint => sorted[Math.floor(index)] ?? 0n;
  return { low: at(0), middle: at((sorted.length - 1) / 2), high: at(sorted.length - 1) };
}
