import { setTimeout } from "node:timers/promises";
import { NetworkProcesses } from "../support/network-processes.js";
import { ticksOf } from "./processor-ticks.js";
import type { Figure } from "./results.js";

/** What a start leaves to be done, and what is measured then. */
const WARM_MS = 20_000;
const MEASURED_MS = 60_000;

/** Four processes that all have slots, without a transaction. */
export async function bench(): Promise<readonly Figure[]> {
  const network = await NetworkProcesses.found(4);
  try {
    await setTimeout(WARM_MS);
    const begin = network.pids.map(ticksOf);
    const start = performance.now();
    await setTimeout(MEASURED_MS);
    const seconds = (performance.now() - start) / 1000;
    const shares = network.pids.map((pid, index) => (ticksOf(pid) - (begin[index] ?? 0)) / seconds);
    return [{ name: "an idle validator among four", value: Math.max(...shares), unit: "% of a core" }];
  } finally {
    await network.end();
  }
}
