/**
 * Time as an argument (DESIGN, rule 1): a node knows no other clock than the one it was given, so a test runs hours
 * of rounds without sleeping.
 */
export interface Clock {
  /** Microseconds since 1970. */
  nowUs(): number;
  /** Runs a task once, after a delay. The function returned cancels it. A task's errors are its own to handle. */
  schedule(delayUs: number, task: () => void | Promise<void>): () => void;
}

/** Repeats a task: the delay counts from the end of one run to the start of the next. The function returned ends it. */
export function repeat(clock: Clock, delayUs: number, task: () => Promise<void>): () => void {
  let cancel = (): void => undefined;
  let isEnded = false;
  const arm = (): void => {
    cancel = clock.schedule(delayUs, async () => {
      await task();
      if (!isEnded) arm();
    });
  };
  arm();
  return () => {
    isEnded = true;
    cancel();
  };
}

/** Resolves after a delay, µs. */
export function passed(clock: Clock, delayUs: number): Promise<void> {
  return new Promise((resolve) => clock.schedule(delayUs, resolve));
}
