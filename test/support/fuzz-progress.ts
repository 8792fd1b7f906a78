import { ProgressLine } from "./progress-line.js";

/** Tells how far a fuzzing run is. */
export interface FuzzProgress {
  readonly step: () => void;
  readonly end: () => void;
}

/** Says nothing in the default test run, where there are few runs, and nobody waits for them. */
export function fuzzProgress(runs: number): FuzzProgress {
  if (process.env["CHAINNODE_FUZZ_RUNS"] === undefined)
    return { step: () => undefined, end: () => undefined };
  const line = new ProgressLine(runs, performance.now());
  return { step: () => line.step(false, performance.now()), end: () => line.end() };
}
