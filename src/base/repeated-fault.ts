import type { Clock } from "./clock/clock.js";

/** How often the same fault is told, µs. */
const AGAIN_US = 60_000_000;

/** Remembers the last fault, so that one that repeats several times a second is logged once a minute. */
export class RepeatedFault {
  readonly #clock: Clock;
  #text = "";
  #atUs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the fault was told in the last minute. Otherwise it counts as told now. */
  isTold(text: string): boolean {
    const nowUs = this.#clock.nowUs();
    if (text === this.#text && Math.abs(nowUs - this.#atUs) < AGAIN_US) return true;
    this.#text = text;
    this.#atUs = nowUs;
    return false;
  }
}
