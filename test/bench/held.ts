import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** Other processes only lengthen a block of the loop, so the smallest of the longest blocks is taken. */
export const ROUNDS = 2;
const SETTLE_MS = 20;

/** The longest time in which repeated work blocks the event loop. */
export async function heldRow(name: string, work: (round: number) => Promise<unknown>): Promise<Row> {
  let value = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1)
    value = Math.min(value, await longestHold(() => work(round)));
  return { name, value, unit: "ms" };
}

async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await setTimeout(SETTLE_MS);
  delay.reset();
  await work();
  await setTimeout(SETTLE_MS);
  delay.disable();
  return delay.max / 1_000_000;
}
