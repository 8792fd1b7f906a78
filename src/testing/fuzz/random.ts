/** Choices that the seed decides (a 32-bit xorshift): the same seed chooses the same. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // The next seeds begin with other choices.
    this.#state = Math.imul(seed + 1, 0x9e3779b1) | 0 || 1;
  }

  /** A whole number from 0 up to but not including `count`. */
  below(count: number): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return (state >>> 0) % count;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** A member of a list; undefined when it is empty. */
  pick<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.below(list.length)];
  }
}
