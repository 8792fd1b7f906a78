import type { Context } from "../../src/cli/command.js";
import { Pace } from "../../src/cli/terminal/pace.js";
import { createProgressBar } from "../../src/cli/terminal/progress-bar.js";
import type { ImportOptions } from "../../src/ledger/import/import-chain.js";

const MILLISECONDS_PER_SECOND = 1000;

export interface ChainProgress {
  /** Throws `Interrupted` when the user has stopped the command: the chain is consistent between two blocks. */
  readonly onBlock: NonNullable<ImportOptions["onBlock"]>;
  /** Takes the bar away. */
  readonly clear: () => void;
  /** The number of blocks, the time they took, and the rate. */
  readonly summary: () => string;
}

/** The progress, from 0 to 1, after a number of blocks. */
export type ShareOf = (blocks: number) => number;

/** A progress bar for long work on blocks, with its rate and the time left. */
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
