import { setTimeout } from "node:timers/promises";

const GROUPS_A_SECOND = 100;

/**
 * Starts exchanges at a steady rate, in small groups, independent of the answers. Returns their latencies in
 * milliseconds, ascending.
 */
export async function pacedLatencies(
  load: { readonly count: number; readonly perSecond: number },
  exchange: (index: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const latencies: Promise<number>[] = [];
  const start = performance.now();
  const timed = async (index: number): Promise<number> => {
    const begin = performance.now();
    await exchange(index);
    return performance.now() - begin;
  };
  for (let group = 1; latencies.length < load.count; group += 1) {
    const due = Math.min(load.count, Math.ceil((group * load.perSecond) / GROUPS_A_SECOND));
    while (latencies.length < due) latencies.push(timed(latencies.length));
    const waitMs = (group * 1000) / GROUPS_A_SECOND - (performance.now() - start);
    if (waitMs > 0) await setTimeout(waitMs);
  }
  return ascending(await Promise.all(latencies));
}

export function ascending(values: readonly number[]): readonly number[] {
  return values.toSorted((left, right) => left - right);
}

/** The value below which this share of the ascending values lies. */
export function percentile(values: readonly number[], share: number): number {
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}
