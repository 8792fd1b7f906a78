import { setImmediate } from "node:timers/promises";

const LONGEST_STEPS = 20_000;

/** The virtual time that work is done in. */
export interface WorkTime {
  /** Resolves when the work has come as far as it comes at this moment. */
  settled(): Promise<void>;
  /** Lets a step of virtual time pass. */
  pass(): Promise<void>;
  /** Why the work may fail to come: the rounds that should do it fail. */
  fault?(): string;
}

/**
 * Lets virtual time pass, a step at a time, until work is done, and answers what it answers: none for what is done
 * without. Throws when it is not done after so many steps as no work takes.
 */
export async function untilDone<T>(work: Promise<T>, time: WorkTime): Promise<T> {
  const progress = { isDone: false };
  const end = (): void => {
    progress.isDone = true;
  };
  work.then(end, end);
  for (let steps = 0; ; steps += 1) {
    await time.settled();
    // Whoever waited for what has settled goes on in this turn.
    await setImmediate();
    if (progress.isDone) return work;
    if (steps === LONGEST_STEPS)
      throw new Error(`What was waited for does not come. ${time.fault?.() ?? ""}`);
    await time.pass();
  }
}
