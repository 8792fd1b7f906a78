import { longestGrace } from "./arrival-ages.js";

/** The wait may take up this part of the longest grace: the rest is for the way here, and for what was estimated wrong. */
const WAIT_DIVISOR = 4;
/** A queue this short is never too long: on a machine that is busy otherwise, each answer takes its time. */
const SHORT = 32;
/** How much the last one counts in the average. */
const LAST_SHARE = 1 / 32;

interface Waiting {
  readonly sinceUs: number;
  /** How many waited before it. */
  readonly ahead: number;
}

/**
 * How long submissions wait for their answers. A queue that is bounded by number alone grows older than a round on a slow
 * machine, and then all work on it is useless; this one is bounded by time (PROTOCOL 15.2).
 */
export class WaitingTime<T> {
  readonly #maxUs: number;
  /** In the order they came. */
  readonly #waiting = new Map<T, Waiting>();
  /** How long each takes, by those that were answered last, µs. */
  #eachUs = 0;

  constructor(intervalUs: number) {
    this.#maxUs = longestGrace(intervalUs) / WAIT_DIVISOR;
  }

  begin(item: T, nowUs: number): void {
    this.#waiting.set(item, { sinceUs: nowUs, ahead: this.#waiting.size });
  }

  /** Its answer is there. */
  end(item: T, nowUs: number): void {
    const waiting = this.#waiting.get(item);
    if (waiting === undefined) return;
    this.#waiting.delete(item);
    const eachUs = Math.max(0, nowUs - waiting.sinceUs) / (waiting.ahead + 1);
    this.#eachUs += (eachUs - this.#eachUs) * LAST_SHARE;
  }

  /** It goes on by itself, and the others no longer wait for it. */
  leave(item: T): void {
    this.#waiting.delete(item);
  }

  /** Whether one more would wait too long, by the rate of the last answers or by the age of the oldest. */
  isTooLong(nowUs: number): boolean {
    const { size } = this.#waiting;
    if (size < SHORT) return false;
    const [oldest] = this.#waiting.values();
    const ageUs = nowUs - (oldest?.sinceUs ?? nowUs);
    return ageUs > this.#maxUs || size * this.#eachUs > this.#maxUs;
  }
}
