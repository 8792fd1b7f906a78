const US_PER_SECOND = 1_000_000;
const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** The age of a time in µs, such as `12 seconds ago`. `now` for less than a second and for a time in the future. */
export function ageText(timestampUs: number, nowUs: number): string {
  const seconds = Math.floor((nowUs - timestampUs) / US_PER_SECOND);
  for (const [size, name] of UNITS) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${name}${count === 1 ? "" : "s"} ago`;
  }
  return "now";
}

/** How fast a chain grows, as text. */
interface Rates {
  readonly blocksPerMinute: string;
  readonly transactionsPerSecond: string;
}

interface DatedBlock {
  readonly s_timestamp: number;
  readonly transaction_count: number;
}

/**
 * The rates from the oldest block of a list, newest first, until now, so that the rates of a stopped chain fall. Null when
 * no time has passed.
 */
export function ratesOf(blocks: readonly DatedBlock[], nowUs: number): Rates | null {
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  const seconds = (Math.max(newest.s_timestamp, nowUs) - oldest.s_timestamp) / US_PER_SECOND;
  if (seconds <= 0) return null;
  // The oldest block only begins the interval.
  const counted = blocks.slice(0, -1);
  const transactions = counted.reduce((sum, block) => sum + block.transaction_count, 0);
  return {
    blocksPerMinute: rounded((counted.length * 60) / seconds),
    transactionsPerSecond: rounded(transactions / seconds),
  };
}

function rounded(rate: number): string {
  return rate >= 100 ? rate.toFixed(0) : String(Number(rate.toPrecision(3)));
}
