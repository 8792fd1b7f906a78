/** Work that can be paused after each step, so that the caller can give other work its turn. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
