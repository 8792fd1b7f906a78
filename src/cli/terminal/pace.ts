/** How far back a rate looks: what was slow at the beginning says nothing of the end. */
const WINDOW_MS = 10_000;
const MILLISECONDS_PER_SECOND = 1000;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** How fast something grows at the moment. */
export class Pace {
  readonly #samples: Sample[] = [];

  /** `done` never shrinks, and neither does the time. */
  note(atMs: number, done: number): void {
    this.#samples.push({ atMs, done });
    // The oldest that is kept is the last one from before the window.
    while ((this.#samples[1]?.atMs ?? Infinity) <= atMs - WINDOW_MS) this.#samples.shift();
  }

  /** Null until there are two moments to compare. */
  perSecond(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs === first.atMs) return null;
    return ((last.done - first.done) * MILLISECONDS_PER_SECOND) / (last.atMs - first.atMs);
  }
}
