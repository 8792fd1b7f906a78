/** The lowest, the median and the highest of some numbers; of an even count the lower one of the two in the middle. */
export function lowMiddleHigh(
  numbers: readonly bigint[],
): Readonly<Record<"low" | "middle" | "high", bigint>> {
  const sorted = [...numbers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (index: number): bigint => sorted[Math.floor(index)] ?? 0n;
  return { low: at(0), middle: at((sorted.length - 1) / 2), high: at(sorted.length - 1) };
}
