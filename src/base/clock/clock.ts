/** Time as an argument: a node reads no other clock, so a test runs hours of rounds without sleeping. */
export interface Clock {
  /** µs since 1970-01-01T00:00:00Z. */
  nowUs(): number;
  /** Runs a task once, after a delay in µs. The returned function cancels it. The task handles its own errors. */
  schedule(delayUs: number, task: () => void | Promise<void>): () => void;
}

/**
 * Repeats a task. The delay, in µs, counts from the end of one call to the start of the next. The returned function
 * stops it.
 */
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

interface Repetition {
  /** Runs it now, or at once after the run under way. */
  readonly call: () => void;
  readonly end: () => void;
}

/** Repeats a task. Each call returns the delay until the next one, µs. */
export function repeatOnCall(clock: Clock, firstUs: number, task: () => Promise<number>): Repetition {
  let state: "waiting" | "running" | "called" | "ended" = "waiting";
  const isEnded = (): boolean => state === "ended";
  const run = async (): Promise<void> => {
    state = "running";
    const nextUs = await task();
    if (!isEnded()) arm(isCalled() ? 0 : nextUs);
  };
  const isCalled = (): boolean => state === "called";
  let cancel = (): void => undefined;
  const arm = (delayUs: number): void => {
    state = "waiting";
    cancel = clock.schedule(delayUs, run);
  };
  arm(firstUs);
  return {
    call() {
      if (state === "running") state = "called";
      if (state !== "waiting") return;
      cancel();
      arm(0);
    },
    end() {
      state = "ended";
      cancel();
    },
  };
}

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

/** Resolves after a delay, µs. */
export function passed(clock: Clock, delayUs: number): Promise<void> {
  return new Promise((resolve) => clock.schedule(delayUs, resolve));
}
