import type { Clock } from "../base/clock/clock.js";

/** What became of the last submissions to a node, but for large ones. */
export interface LossCounts {
  readonly accepted: number;
  /** How many accepted ones left the pool because the chain was past their time. */
  readonly lost: number;
}

const SLICE_US = 10_000_000;
/** A minute. */
const SLICES = 6;

/** Counts, of the last minute, what a node has accepted and what of its pool came into no block in time (PROTOCOL 15.2). */
export class Losses {
  readonly #clock: Clock;
  /** The last first. As many as a minute has. */
  #slices: (LossCounts & { readonly number: number })[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteAccepted(): void {
    this.#add({ accepted: 1, lost: 0 });
  }

  noteLost(): void {
    this.#add({ accepted: 0, lost: 1 });
  }

  /** The counts of the last minute. */
  recent(): LossCounts {
    const oldest = this.#now() - SLICES;
    return sum(this.#slices.filter(({ number }) => number > oldest));
  }

  #now(): number {
    return Math.floor(this.#clock.nowUs() / SLICE_US);
  }

  #add(counts: LossCounts): void {
    const number = this.#now();
    const [last] = this.#slices;
    if (last?.number === number) this.#slices[0] = { number, ...sum([last, counts]) };
    else this.#slices = [{ number, ...counts }, ...this.#slices].slice(0, SLICES);
  }
}

function sum(all: readonly LossCounts[]): LossCounts {
  return {
    accepted: all.reduce((total, { accepted }) => total + accepted, 0),
    lost: all.reduce((total, { lost }) => total + lost, 0),
  };
}
