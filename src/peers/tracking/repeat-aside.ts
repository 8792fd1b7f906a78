import type { Clock } from "../../consensus/clock.js";

/**
 * Repeats a task as `repeat` does, but without making the clock wait: the task waits for answers of others, and a clock
 * that waits for its tasks must not be delayed by them. The task handles its own errors. The returned function stops
 * it.
 */
export function repeatAside(clock: Clock, delayUs: number, task: () => Promise<void>): () => void {
  let cancel = (): void => undefined;
  let isEnded = false;
  const arm = (): void => {
    if (!isEnded) cancel = clock.schedule(delayUs, () => void task().then(arm));
  };
  arm();
  return () => {
    isEnded = true;
    cancel();
  };
}
