import type { MainBlockSummary } from "../store/store.js";

/** The lowest height from `low` to `high` from which on the predicate holds; `high` when it holds for no lower one. */
export async function firstHeight(
  low: number,
  high: number,
  hasReached: (height: number) => Promise<boolean>,
): Promise<number> {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (await hasReached(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The first main block not before a time, or the last: only it can hold a transaction of that time (PROTOCOL 5.5). */
export function firstBlockAt(
  summaryOf: (height: number) => Promise<MainBlockSummary | null>,
  timestampUs: number,
  last: number,
): Promise<number> {
  return firstHeight(1, last, async (height) => {
    const block = await summaryOf(height);
    return block !== null && block.s_timestamp >= timestampUs;
  });
}
