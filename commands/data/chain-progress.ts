import type { Context } from "../../src/cli/command.js";
import { RecentRate, createProgressBar } from "../../src/cli/terminal/progress.js";
import type { ImportOptions } from "../../src/ledger/import/import-chain.js";
import type { DataFindings } from "../../src/data/chain/data-fault.js";
import { lostToMembers } from "../../src/data/chain/lost-blocks.js";
import type { DeriveOptions } from "../../src/data/chain/derived-chain.js";
import type { Value } from "../../src/codec/value.js";
import { HEIGHT, INTEGER, TEXT } from "../../src/records/operations/json-schema.js";

const MILLISECONDS_PER_SECOND = 1000;

type OnBlock = NonNullable<ImportOptions["onBlock"]>;

interface ChainWork {
  readonly title: string;
  /** The progress, from 0 to 1, after a number of blocks. */
  readonly shareOf: (blocks: number) => number;
  /** Whether the number of blocks, the time they took and the rate are noted at the end. */
  readonly hasSummary?: boolean;
}

/** Runs long work on blocks with a progress bar. `onBlock` throws `Interrupted`, between two blocks. */
export async function withChainProgress<T>(
  context: Context,
  { title, shareOf, hasSummary = false }: ChainWork,
  work: (onBlock: OnBlock) => Promise<T>,
): Promise<T> {
  const bar = createProgressBar(context, title);
  const signal = context.terminal.interruption();
  const startMs = performance.now();
  const rates = { blocks: new RecentRate(), transactions: new RecentRate() };
  const passed = { blocks: 0, transactions: 0 };
  const onBlock: OnBlock = (chain, height, transactions) => {
    signal.throwIfAborted();
    passed.blocks += 1;
    passed.transactions += transactions;
    bar.show(shareOf(passed.blocks), 1, () => {
      rates.blocks.note(performance.now(), passed.blocks);
      rates.transactions.note(performance.now(), passed.transactions);
      return `${chain} ${height} · ${rateText(rates.blocks)} blocks/s · ${rateText(rates.transactions)} transactions/s`;
    });
  };
  try {
    const result = await work(onBlock);
    bar.clear();
    if (hasSummary) context.note(summaryText(passed, performance.now() - startMs));
    return result;
  } finally {
    bar.clear();
  }
}

function summaryText(
  { blocks, transactions }: Record<"blocks" | "transactions", number>,
  ms: number,
): string {
  const seconds = ms / MILLISECONDS_PER_SECOND;
  const perSecond = Math.round(transactions / seconds).toLocaleString("en");
  return `${blocks.toLocaleString("en")} blocks with ${transactions.toLocaleString("en")} transactions in ${seconds.toFixed(1)} s, ${perSecond} transactions a second`;
}

function rateText(rate: RecentRate): string {
  return Math.round(rate.perSecond() ?? 0).toLocaleString("en");
}

export async function whileDeriving<T>(
  context: Context,
  title: string,
  work: (options: DeriveOptions) => Promise<T>,
): Promise<T> {
  const { systemClock } = await import("../../src/base/clock/system-clock.js");
  let total = 0;
  const onStart: DeriveOptions["onStart"] = ({ main, resource }) => {
    total = main + resource;
  };
  const shareOf = (blocks: number): number => blocks / total;
  return withChainProgress(context, { title, shareOf, hasSummary: true }, (onBlock) =>
    work({ nowUs: systemClock.nowUs(), onBlock, onStart }),
  );
}

export const FINDINGS_MEMBERS = {
  reason: TEXT,
  file: TEXT,
  chain: TEXT,
  height: HEIGHT,
  key: TEXT,
  table: TEXT,
  row: TEXT,
  lost_main_from: HEIGHT,
  lost_main_to: HEIGHT,
  lost_resource_from: HEIGHT,
  lost_resource_to: HEIGHT,
  lost_transactions: INTEGER,
} as const;

export function findingsToMembers({ fault, lost }: DataFindings): Readonly<Record<string, Value>> {
  const named = { ...fault.place, ...(lost === null ? {} : lostToMembers(lost)) };
  const members = Object.entries(named).map(
    ([name, value]) => [name, typeof value === "number" ? BigInt(value) : value] as const,
  );
  return { ...Object.fromEntries(members), reason: fault.reason };
}
