import type { Context } from "../../../src/cli/context.js";
import type { DataFault } from "../../../src/node/data/data-fault.js";
import type { DeriveOptions } from "../../../src/node/data/derived-chain.js";
import type { Value } from "../../../src/codec/value.js";
import { HEIGHT, TEXT } from "../../../src/records/operations/json-schema.js";
import { createChainProgress } from "./chain-progress.js";

/** Runs what derives a chain anew, and shows how far it is. */
export async function whileDeriving<T>(
  context: Context,
  title: string,
  work: (options: DeriveOptions) => Promise<T>,
): Promise<T> {
  const { systemClock } = await import("../../../src/node/clock/system-clock.js");
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

/** What a fault adds to a result with `--json`. */
export const FAULT_MEMBERS = {
  reason: TEXT,
  file: TEXT,
  chain: TEXT,
  height: HEIGHT,
  key: TEXT,
  table: TEXT,
  row: TEXT,
} as const;

export function faultToMembers({ reason, place }: DataFault): Readonly<Record<string, Value>> {
  const members = Object.entries(place).map(
    ([name, value]) => [name, typeof value === "number" ? BigInt(value) : value] as const,
  );
  return { ...Object.fromEntries(members), reason };
}
