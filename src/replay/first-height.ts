import type { MainBlockSummary } from "../store/store.js";

/**
 * Finds the lowest height from `low` to `high` for which the predicate holds, `high` when it holds for no lower one.
 * When it holds for a height, it must hold for all greater ones.
 */
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

/**
 * Finds the first main block whose s_timestamp is not before a time, or the last height. Only this block can hold a
 * transaction with that timestamp (PROTOCOL 5.5).
 */
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
