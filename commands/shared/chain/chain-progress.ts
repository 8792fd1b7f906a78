import type { Context } from "../../../src/cli/context.js";
import { Pace } from "../../../src/cli/terminal/pace.js";
import { createProgressBar } from "../../../src/cli/terminal/progress-bar.js";
import type { ImportOptions } from "../../../src/ledger/import/import-chain.js";

const MILLISECONDS_PER_SECOND = 1000;

export interface ChainProgress {
  /** Throws `Interrupted` when the user has stopped the command: between two blocks everything is whole. */
  readonly onBlock: NonNullable<ImportOptions["onBlock"]>;
  /** Takes the bar away. */
  readonly clear: () => void;
  /** What was passed, how long it took, and how fast that was. */
  readonly summary: () => string;
}

/** How far a run is, from 0 to 1, given the blocks that have been passed. */
export type ShareOf = (blocks: number) => number;

/** A bar for long runs over blocks: how far they are, how fast, and how long they will take. */
export function createChainProgress(context: Context, title: string, shareOf: ShareOf): ChainProgress {
  const nowMs = (): number => performance.now();
  const bar = createProgressBar(context, title, nowMs);
  const signal = context.terminal.interruption();
  const startMs = nowMs();
  const paces = { blocks: new Pace(), transactions: new Pace() };
  const passed = { blocks: 0, transactions: 0 };
  return {
    onBlock(chain, height, transactions) {
      signal.throwIfAborted();
      passed.blocks += 1;
      passed.transactions += transactions;
      bar.show(shareOf(passed.blocks), 1, () => {
        paces.blocks.note(nowMs(), passed.blocks);
        paces.transactions.note(nowMs(), passed.transactions);
        return `${chain} ${height} · ${rateText(paces.blocks)} blocks/s · ${rateText(paces.transactions)} transactions/s`;
      });
    },
    clear: () => bar.clear(),
    summary() {
      const seconds = (nowMs() - startMs) / MILLISECONDS_PER_SECOND;
      const perSecond = Math.round(passed.transactions / seconds).toLocaleString("en");
      return `${passed.blocks.toLocaleString("en")} blocks with ${passed.transactions.toLocaleString("en")} transactions in ${seconds.toFixed(1)} s, ${perSecond} transactions a second`;
    },
  };
}

function rateText(pace: Pace): string {
  return Math.round(pace.perSecond() ?? 0).toLocaleString("en");
}
