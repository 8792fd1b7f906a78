import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { failureText, type SeedOrder, type SeedResult } from "./seed-run.js";
import { Tally } from "./tally.js";

export interface Summary {
  readonly failures: readonly SeedResult[];
  readonly virtualUs: number;
  /** Of all runs that succeeded. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Runs simulations, each of which is its own world, a thread on every core, and gathers what they find. */
export async function runSeeds(
  orders: readonly SeedOrder[],
  onResult: (result: SeedResult) => void = () => undefined,
): Promise<Summary> {
  const waiting = orders[Symbol.iterator]();
  const failures: SeedResult[] = [];
  const tally = new Tally();
  let virtualUs = 0;
  const work = async (): Promise<void> => {
    let thread = startThread();
    for (const order of waiting) {
      const result = await runIn(thread, order);
      virtualUs += result.outcome?.virtualUs ?? 0;
      tally.add(result.outcome?.counts ?? {});
      if (result.outcome === null) {
        failures.push(result);
        // What a failed run left undone must not meddle with the next one.
        await thread.terminate();
        thread = startThread();
      }
      onResult(result);
    }
    await thread.terminate();
  };
  const threads = Math.min(availableParallelism(), orders.length);
  await Promise.all(Array.from({ length: threads }, work));
  return { failures, virtualUs, counts: tally.all() };
}

function startThread(): Worker {
  return new Worker(new URL("seed-thread.js", import.meta.url));
}

/** An error that nobody caught ends the thread, and fails the run. */
function runIn(thread: Worker, order: SeedOrder): Promise<SeedResult> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => resolve({ order, outcome: null, failure: failureText(error) });
    thread.removeAllListeners();
    thread.once("message", resolve);
    thread.once("error", fail);
    thread.postMessage(order);
  });
}
