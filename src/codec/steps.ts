/** Work that can be paused after each step, so that the caller can give other work its turn. */
export type Steps<T> = Generator<undefined, T, undefined>;

export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The number of texts that one step sorts or merges. */
const STEP = 2048;

/** Returns the texts in ascending order of their UTF-16 code units, as `toSorted()` does, in steps. */
export function* sortInSteps(texts: readonly string[]): Steps<readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let start = 0; start < texts.length; start += STEP) {
    runs.push(texts.slice(start, start + STEP).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge(left: readonly string[], right: readonly string[]): Steps<readonly string[]> {
  const merged: string[] = [];
  let [atLeft, atRight] = [0, 0];
  while (merged.length < left.length + right.length) {
    const [leftText, rightText] = [left[atLeft], right[atRight]];
    if (rightText === undefined || (leftText !== undefined && leftText <= rightText)) {
      merged.push(leftText as string);
      atLeft += 1;
    } else {
      merged.push(rightText);
      atRight += 1;
    }
    if (merged.length % STEP === 0) yield;
  }
  return merged;
}
