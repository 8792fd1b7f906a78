import { setImmediate } from "node:timers/promises";

const LONGEST_STEPS = 20_000;

/** The virtual time in which work is done. */
export interface WorkTime {
  /** Resolves when the work makes no progress without more virtual time. */
  settled(): Promise<void>;
  /** Lets a step of virtual time pass. */
  pass(): Promise<void>;
  /** The reason why the work may never be done, such as failing rounds. */
  fault?(): string;
}

/**
 * Lets virtual time pass, one step at a time, until the work is done, and returns its result. No time passes for work
 * that needs none. Throws when the work is not done after more steps than any work takes.
 */
export async function untilDone<T>(work: Promise<T>, time: WorkTime): Promise<T> {
  const progress = { isDone: false };
  const end = (): void => {
    progress.isDone = true;
  };
  work.then(end, end);
  for (let steps = 0; ; steps += 1) {
    await time.settled();
    // Code that awaited the settled work continues in this turn.
    await setImmediate();
    if (progress.isDone) return work;
    if (steps === LONGEST_STEPS)
      throw new Error(`The work is not done after ${LONGEST_STEPS} steps. ${time.fault?.() ?? ""}`);
    await time.pass();
  }
}
