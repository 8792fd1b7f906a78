import type { Clock } from "./clock.js";

export const systemClock: Clock = {
  nowUs: () => Date.now() * 1000,
  schedule(delayUs, task) {
    const timer = setTimeout(() => void task(), delayUs / 1000);
    return () => clearTimeout(timer);
  },
};

/**
 * Creates a clock that always returns a time at least 1 µs later than now and than the time before. So two transactions
 * of one moment differ, and a transaction made while a sandbox's time stands still is newer than the last block
 * (PROTOCOL 5.5).
 */
export function risingTime(nowUs: () => number): () => number {
  let lastUs = 0;
  return () => (lastUs = Math.max(nowUs(), lastUs) + 1);
}
