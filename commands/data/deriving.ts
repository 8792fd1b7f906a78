import type { Context } from "../../src/cli/command.js";
import type { DataFindings } from "../../src/node/data/data-fault.js";
import { lostToMembers } from "../../src/node/data/lost-blocks.js";
import type { DeriveOptions } from "../../src/node/data/derived-chain.js";
import type { Value } from "../../src/codec/value.js";
import { HEIGHT, INTEGER, TEXT } from "../../src/records/operations/json-schema.js";
import { createChainProgress } from "./chain-progress.js";

/** Runs work that derives a chain again, with a progress bar. */
export async function whileDeriving<T>(
  context: Context,
  title: string,
  work: (options: DeriveOptions) => Promise<T>,
): Promise<T> {
  const { systemClock } = await import("../../src/node/clock/system-clock.js");
  let total = 0;
  const { onBlock, clear, summary } = createChainProgress(context, title, (blocks) => blocks / total);
  try {
    const result = await work({
      nowUs: systemClock.nowUs(),
      onBlock,
      onStart({ main, resource }) {
        total = main + resource;
      },
    });
    clear();
    context.note(summary());
    return result;
  } finally {
    clear();
  }
}

/** The members that findings add to a `--json` result. */
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
