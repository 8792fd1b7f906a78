/** Work that may be paused after each step: whoever does it decides when others have their turn. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Takes all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
