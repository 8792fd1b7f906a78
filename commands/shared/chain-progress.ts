import type { Context } from "../../src/cli/context.js";
import { createProgress } from "../../src/cli/terminal/progress.js";
import type { ImportOptions } from "../../src/ledger/import/import-chain.js";

const MILLISECONDS_PER_SECOND = 1000;
const SHOW_INTERVAL_MS = 200;

export interface ChainProgress {
  readonly onBlock: NonNullable<ImportOptions["onBlock"]>;
  /** Takes the line away. */
  readonly clear: () => void;
}

/** A line on the terminal for long runs over blocks: how far it is, and how fast. */
export function createChainProgress(context: Context): ChainProgress {
  const now = (): number => performance.now();
  const progress = createProgress(context, now);
  const start = now();
  const heights = { main: 0, resource: 0 };
  let blocks = 0;
  let transactions = 0;
  let shownAt = start;
  return {
    onBlock(chain, height, count) {
      heights[chain] = height;
      blocks += 1;
      transactions += count;
      if (now() - shownAt < SHOW_INTERVAL_MS) return;
      shownAt = now();
      const perSecond = (amount: number): string =>
        Math.round((amount * MILLISECONDS_PER_SECOND) / (shownAt - start)).toLocaleString("en");
      progress.show(
        `main ${heights.main} · resource ${heights.resource} · ${perSecond(blocks)} blocks/s · ${perSecond(transactions)} transactions/s`,
      );
    },
    clear: () => progress.clear(),
  };
}
