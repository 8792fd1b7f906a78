const US_PER_SECOND = 1_000_000;
const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** Clocks differ: a time that is less ahead is as good as now. */
const MAX_AHEAD_S = 60;

/** The age of a time in µs: `12 seconds ago`, `now` when it is hardly past or ahead, or `in 2 hours`. */
export function ageText(timestampUs: number, nowUs: number): string {
  const seconds = Math.floor((nowUs - timestampUs) / US_PER_SECOND);
  if (seconds < -MAX_AHEAD_S) return `in ${ageText(0, -seconds * US_PER_SECOND).replace(/ ago$/, "")}`;
  for (const [size, name] of UNITS) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${name}${count === 1 ? "" : "s"} ago`;
  }
  return "now";
}

/** An age in ms in few letters, such as `3 s ago`; a time in the future is `0 s ago`. */
export function shortAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 100) return `${seconds} s ago`;
  if (seconds < 6000) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`;
}

interface Rates {
  readonly blocksPerMinute: string;
  readonly transactionsPerSecond: string;
}

interface DatedBlock {
  readonly s_timestamp: number;
  readonly transaction_count: number;
}

/** The rates from the oldest block of a list until now. Null when no time has passed. */
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
