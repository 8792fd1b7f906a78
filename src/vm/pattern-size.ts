/**
 * Counts the steps of a pattern while it is parsed: one for each atom, times its repetitions. The count is an upper
 * bound that does not depend on the engine (PROTOCOL 7.16).
 */
export class PatternSize {
  readonly #open: number[] = [];
  #group = 0;
  #last = 0;

  /** The steps so far, at least one: the empty pattern looks at each character too. */
  get total(): number {
    return this.#open.reduce((sum, size) => sum + size, Math.max(this.#group, 1));
  }

  /** Adds an atom. An atom that costs more than one comparison has more steps. */
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

  /** Repeats the last atom or group up to `times` times. */
  repeat(times: number): void {
    this.#group += this.#last * Math.max(times - 1, 0);
    this.#last *= Math.max(times, 1);
  }
}
