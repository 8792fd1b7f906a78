/**
 * Counts the steps that a pattern expands to while it is read: one for each atom, and as often as it is repeated. It is
 * an upper bound that does not depend on the engine.
 */
export class PatternSize {
  readonly #open: number[] = [];
  #group = 0;
  #last = 0;

  /** The steps of everything read so far; at least one, for the empty pattern takes a look at each character too. */
  get total(): number {
    return this.#open.reduce((sum, size) => sum + size, Math.max(this.#group, 1));
  }

  /** One that costs more than a comparison has more steps. */
  atom(steps = 1): void {
    this.#last = steps;
    this.#group += steps;
  }

  open(): void {
    this.#open.push(this.#group);
    this.#group = 0;
  }

  close(): void {
    this.#last = this.#group + 1;
    this.#group = (this.#open.pop() ?? 0) + this.#last;
  }

  /** What was read last is repeated up to so many times. */
  repeat(times: number): void {
    this.#group += this.#last * Math.max(times - 1, 0);
    this.#last *= Math.max(times, 1);
  }
}
