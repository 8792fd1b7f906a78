import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { failureText, type SeedOrder, type SeedResult } from "./seed-run.js";
import type { SeedThreadData } from "./seed-thread.js";
import { Tally } from "./tally.js";
import { REMOVABLE_RULES } from "./weakened.js";

export interface SeedLimits {
  readonly threads?: number;
  /** No run begins later than so many ms after the first. */
  readonly limitMs?: number;
  /** The number of a local rule that the nodes lack (PROTOCOL 15). */
  readonly without?: string | null;
}

export interface Summary {
  /** How many runs there were. */
  readonly runs: number;
  readonly failures: readonly SeedResult[];
  readonly virtualUs: number;
  /** The counts of all successful runs. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Runs independent simulations with a thread on each core, and collects the results. */
export async function runSeeds(
  orders: readonly SeedOrder[],
  onResult: (result: SeedResult) => void = () => undefined,
  { threads = availableParallelism(), limitMs = Infinity, without = null }: SeedLimits = {},
): Promise<Summary> {
  const waiting = orders[Symbol.iterator]();
  const failures: SeedResult[] = [];
  const tally = new Tally();
  const endMs = performance.now() + limitMs;
  let [runs, virtualUs] = [0, 0];
  const work = async (): Promise<void> => {
    let thread = startThread({ without });
    for (const order of waiting) {
      if (performance.now() >= endMs) break;
      runs += 1;
      const result = await runIn(thread, order);
      virtualUs += result.outcome?.virtualUs ?? 0;
      tally.add(result.outcome?.counts ?? {});
      if (result.outcome === null) {
        failures.push(result);
        // Unfinished work of a failed run must not affect the next one.
        await thread.terminate();
        thread = startThread({ without });
      }
      onResult(result);
    }
    await thread.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(threads, orders.length) }, work));
  return { runs, failures, virtualUs, counts: tally.all() };
}

/** Nearly everything that a run makes is short-lived: with room for it, little of it is ever copied. */
function startThread(workerData: SeedThreadData): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: 128 };
  return new Worker(new URL("seed-thread.js", import.meta.url), { resourceLimits, workerData });
}

/** An uncaught error ends the thread and fails the run. */
function runIn(thread: Worker, order: SeedOrder): Promise<SeedResult> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => resolve({ order, outcome: null, failure: failureText(error) });
    thread.removeAllListeners();
    thread.once("message", resolve);
    thread.once("error", fail);
    thread.postMessage(order);
  });
}

/**
 * The failure of the first seed, of so many, that misses a local rule which the nodes lack; null when none fails. Throws
 * the first failure when seeds fail for other reasons alone.
 */
export async function findMissed(rule: string, seeds: number): Promise<string | null> {
  const { attackers = [], failure = /^/ } = REMOVABLE_RULES[rule] ?? {};
  const threads = 1;
  let other: string | undefined;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const orders = [{ seed, nodes: 4, cycles: 0, attackers }];
    const { failures } = await runSeeds(orders, undefined, { threads, without: rule });
    const missed = failures.find((result) => failure.test(result.failure));
    if (missed !== undefined) return missed.failure;
    other ??= failures[0]?.failure;
  }
  // Such as that the rule cannot be removed.
  if (other !== undefined) throw new Error(other);
  return null;
}
