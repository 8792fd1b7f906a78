import { longestGrace } from "./arrival-ages.js";

/**
 * The wait may take up this part of the longest grace. The rest is for the way to this node and for estimation errors.
 */
const WAIT_DIVISOR = 10;
/** A queue this short never counts as too long: on a busy machine, each answer takes its time. */
const SHORT = 32;
/** The share of the last one in the moving average. */
const LAST_SHARE = 1 / 32;

interface Waiting {
  readonly sinceUs: number;
  /** How many waited when it arrived. */
  readonly ahead: number;
}

/**
 * How long submissions wait for their answers. On a slow machine a queue bounded by number alone grows older than a
 * round, and then all work on it is wasted. This queue is bounded by time (PROTOCOL 15.2).
 */
export class WaitingTime<T> {
  readonly #maxUs: number;
  /** In order of arrival. */
  readonly #waiting = new Map<T, Waiting>();
  /** How long each takes: a moving average over the last answers, µs. */
  #eachUs = 0;

  constructor(intervalUs: number) {
    this.#maxUs = longestGrace(intervalUs) / WAIT_DIVISOR;
  }

  begin(item: T, nowUs: number): void {
    this.#waiting.set(item, { sinceUs: nowUs, ahead: this.#waiting.size });
  }

  /** Ends the wait: the item has its answer. */
  end(item: T, nowUs: number): void {
    const waiting = this.#waiting.get(item);
    if (waiting === undefined) return;
    this.#waiting.delete(item);
    const eachUs = Math.max(0, nowUs - waiting.sinceUs) / (waiting.ahead + 1);
    this.#eachUs += (eachUs - this.#eachUs) * LAST_SHARE;
  }

  /** Those that wait for their answers, in order of arrival. */
  get items(): Iterable<T> {
    return this.#waiting.keys();
  }

  /** Takes the item out of the queue: the others no longer wait for it. */
  leave(item: T): void {
    this.#waiting.delete(item);
  }

  /** Whether one more would wait too long, by the rate of the last answers or by the age of the oldest item. */
  isTooLong(nowUs: number): boolean {
    const { size } = this.#waiting;
    if (size < SHORT) return false;
    const [oldest] = this.#waiting.values();
    const ageUs = nowUs - (oldest?.sinceUs ?? nowUs);
    return ageUs > this.#maxUs || size * this.#eachUs > this.#maxUs;
  }
}
