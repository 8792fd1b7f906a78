import type { Clock } from "../consensus/clock.js";

/**
 * Repeats a task, as `repeat` does, beside the clock: what waits for answers of others must not hold up a clock that
 * waits for its tasks. A task's errors are its own to handle. The function returned ends it.
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
