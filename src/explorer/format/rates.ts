/** How fast a chain grows, as text. */
export interface Rates {
  readonly blocksPerMinute: string;
  readonly transactionsPerSecond: string;
}

interface DatedBlock {
  readonly s_timestamp: number;
  readonly transaction_count: number;
}

const US_PER_SECOND = 1_000_000;

/** The rates over a list of blocks, newest first; null for fewer than two times. */
export function ratesOf(blocks: readonly DatedBlock[]): Rates | null {
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  const seconds = (newest.s_timestamp - oldest.s_timestamp) / US_PER_SECOND;
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
