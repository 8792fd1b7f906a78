const LONGEST_STEPS = 20_000;

/**
 * Lets virtual time pass, a step at a time, until work is done, and answers what it answers. Throws when it is not after
 * so many steps as no work takes, with `fault()`: the rounds that should do it fail, or nobody does it.
 */
export async function untilDone<T>(
  work: Promise<T>,
  step: () => Promise<void>,
  fault: () => string = () => "",
): Promise<T> {
  const progress = { isDone: false };
  const end = (): void => {
    progress.isDone = true;
  };
  work.then(end, end);
  for (let steps = 0; !progress.isDone; steps += 1) {
    if (steps >= LONGEST_STEPS) throw new Error(`What was waited for does not come. ${fault()}`);
    await step();
  }
  return work;
}
