import { createSeededRandom } from "../support/seeded-random.js";

/** The source of all randomness of a simulation. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = createSeededRandom(Math.imul(seed, 0x9e3779b1));
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  /** A whole number from a lower bound up to but not including an upper one. */
  between(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from));
  }

  /** A random time in µs with an exponential distribution of the given mean. */
  wait(meanUs: number): number {
    return Math.ceil(-Math.log(1 - this.#random()) * meanUs);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.between(0, items.length)];
    if (item === undefined) throw new RangeError("There is nothing to pick from. ");
    return item;
  }

  /** Some of the items, each at most once. */
  sample<T>(items: readonly T[], count: number): T[] {
    const rest = [...items];
    const sample: T[] = [];
    while (sample.length < count && rest.length > 0)
      sample.push(...rest.splice(this.between(0, rest.length), 1));
    return sample;
  }
}
