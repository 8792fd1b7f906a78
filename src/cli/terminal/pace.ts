/** The window of the rate: older samples do not describe the current speed. */
const WINDOW_MS = 10_000;
const MILLISECONDS_PER_SECOND = 1000;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** The current speed of something that grows. */
export class Pace {
  readonly #samples: Sample[] = [];

  /** `done` never shrinks, and neither does the time. */
  note(atMs: number, done: number): void {
    this.#samples.push({ atMs, done });
    // The oldest sample kept is the last one from before the window.
    while ((this.#samples[1]?.atMs ?? Infinity) <= atMs - WINDOW_MS) this.#samples.shift();
  }

  /** Null until there are two samples. */
  perSecond(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs === first.atMs) return null;
    return ((last.done - first.done) * MILLISECONDS_PER_SECOND) / (last.atMs - first.atMs);
  }
}
