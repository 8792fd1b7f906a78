import { ProgressLine } from "./progress-line.js";
import { IS_FUZZING } from "./seeded-random.js";

/** Shows the progress of a fuzzing run. */
export interface FuzzProgress {
  readonly step: () => void;
  readonly end: () => void;
}

/** Shows nothing in the default test run, whose random tests are short. */
export function fuzzProgress(runs: number): FuzzProgress {
  if (!IS_FUZZING) return { step: () => undefined, end: () => undefined };
  const line = new ProgressLine(runs, performance.now());
  return { step: () => line.step(false, performance.now()), end: () => line.end() };
}
