import { messageOf } from "../codec/chain-error.js";
import type { Clock } from "../base/clock/clock.js";
import type { Log } from "../base/log.js";
import { repeatOnCall } from "../base/clock/clock.js";
import type { Ledger } from "../ledger/ledger.js";
import { prunableUpTo, type Keep } from "../ledger/pruning.js";

interface PrunerOptions {
  readonly ledger: Ledger;
  readonly keep: Keep;
  /** The clock of the blocks, and that by which the pruner rests. */
  readonly clock: Clock;
  readonly pace: Clock;
  readonly log: Log;
  /** The last main block that the node's projector has copied; null without one. */
  readonly projected?: () => number | null;
}

/** How often a pruner that has nothing to do looks again, and after a failure, µs. */
const LOOK_US = 10_000_000;
const AFTER_FAILURE_US = 60_000_000;
/** A turn is followed by a rest of so many times its length: commits find the disk free most of the time. */
const REST = 3;
const SHORTEST_REST_US = 5000;

/**
 * Removes old blocks while the node runs, and then gives the free space back, a turn at a time (docs/pruning.md). A turn is
 * a short transaction on the thread of the database: a commit waits for one at most. The returned function ends it once
 * the turn under way has ended.
 */
export function startPruner({
  ledger,
  keep,
  clock,
  pace,
  log,
  projected,
}: PrunerOptions): () => Promise<void> {
  let isReported = false;
  let underWay: Promise<unknown> = Promise.resolve();

  async function turn(): Promise<number> {
    const beginUs = pace.nowUs();
    const upTo = Math.min(await prunableUpTo(ledger, keep, clock.nowUs()), projected?.() ?? Infinity);
    const isDone = (await ledger.store.prune?.(upTo))?.isDone ?? true;
    isReported = false;
    return isDone ? LOOK_US : Math.max(SHORTEST_REST_US, REST * (pace.nowUs() - beginUs));
  }

  /** A disk that fails has a health check of its own; what is not pruned is no fault of the chain. */
  function report(error: unknown): number {
    if (!isReported)
      log({ level: "warn", module: "node", message: `old blocks cannot be removed: ${messageOf(error)}` });
    isReported = true;
    return AFTER_FAILURE_US;
  }

  if (keep === "all") return async () => undefined;
  const { end } = repeatOnCall(pace, SHORTEST_REST_US, () => {
    const next = turn().catch(report);
    underWay = next;
    return next;
  });
  return async () => {
    end();
    await underWay;
  };
}
