import type { MainBlockSummary } from "../../store/store.js";

/** The lowest height from `low` to `high` that has reached something; `high` when none before it has. All above one that has, have. */
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
 * The first of the main blocks up to a height whose s_timestamp has reached a time, or that height: the only one that can
 * hold a transaction of the time, since an older one could not, and a younger one neither (PROTOCOL 5).
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
