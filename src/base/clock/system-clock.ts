import type { Clock } from "./clock.js";

/** A timer waits at least so long, and mostly longer. */
const SHORTEST_TIMER_US = 1000;

/** Runs a task as soon as its time has come, after other work that is ready. */
function soon(delayUs: number, task: () => void | Promise<void>): () => void {
  const dueUs = systemClock.nowUs() + delayUs;
  let immediate: NodeJS.Immediate;
  const look = (): void => {
    if (systemClock.nowUs() >= dueUs) void task();
    else immediate = setImmediate(look);
  };
  immediate = setImmediate(look);
  return () => clearImmediate(immediate);
}

export const systemClock: Clock = {
  nowUs: () => Date.now() * 1000,
  schedule(delayUs, task) {
    if (delayUs <= SHORTEST_TIMER_US) return soon(delayUs, task);
    const timer = setTimeout(() => void task(), delayUs / 1000);
    return () => clearTimeout(timer);
  },
};

/**
 * Creates a clock that always returns a time at least 1 µs later than now and than the time before. So two transactions
 * of one moment differ (PROTOCOL 5.5).
 */
export function risingTime(nowUs: () => number): () => number {
  let lastUs = 0;
  return () => (lastUs = Math.max(nowUs(), lastUs) + 1);
}
