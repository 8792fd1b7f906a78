const SECOND_US = 1_000_000;
/** The grace is this share of an interval at least. */
const FLOOR_SHARE = 10;
const BUCKETS = 256;
/** The grace covers all but one in so many submissions, and a quarter more time than they took. */
const UNCOVERED = 1000;
const MARGIN = 1.25;
/** How long an age counts: for this long at least, for twice as long at most. */
const MEMORY_US = 15 * SECOND_US;

/** The shortest time that a validator waits after a round time for what was stamped before it, µs. */
export function shortestGrace(intervalUs: number): number {
  return intervalUs / FLOOR_SHARE;
}

/** The longest (PROTOCOL 15.2), µs. */
export function longestGrace(intervalUs: number): number {
  return Math.max(SECOND_US, 2 * intervalUs);
}

/**
 * How old transactions are, by their own timestamp, when this node has finished checking them: a round that is closed
 * sooner refuses those that are on their way. Ages are counted in a fixed number of steps, so that memory is bounded.
 */
export class ArrivalAges {
  readonly #shortestUs: number;
  readonly #longestUs: number;
  #recent = new Uint32Array(BUCKETS);
  #older = new Uint32Array(BUCKETS);
  #sinceUs = 0;

  constructor(intervalUs: number) {
    this.#shortestUs = shortestGrace(intervalUs);
    this.#longestUs = longestGrace(intervalUs);
  }

  /** Counts one. What is older than the longest grace could not be waited for: its clock is wrong. */
  record(ageUs: number, nowUs: number): void {
    if (ageUs > this.#longestUs) return;
    this.#forget(nowUs);
    const bucket = Math.floor((Math.max(0, ageUs) * BUCKETS) / this.#longestUs);
    const index = Math.min(BUCKETS - 1, bucket);
    this.#recent[index] = (this.#recent[index] ?? 0) + 1;
  }

  /** How long to wait after a round time, µs; at most `ceilingUs`. */
  graceUs(nowUs: number, ceilingUs = this.#longestUs): number {
    this.#forget(nowUs);
    const coveredUs = ((this.#highest() + 1) * this.#longestUs) / BUCKETS;
    const graceUs = Math.ceil(coveredUs * MARGIN);
    return Math.max(this.#shortestUs, Math.min(graceUs, ceilingUs));
  }

  /** The step that all but one in a thousand are at or below; −1 when there are none. */
  #highest(): number {
    let total = 0;
    for (let index = 0; index < BUCKETS; index += 1) total += this.#countAt(index);
    let above = Math.floor(total / UNCOVERED);
    let highest = total === 0 ? -1 : BUCKETS - 1;
    while (highest >= 0 && this.#countAt(highest) <= above) {
      above -= this.#countAt(highest);
      highest -= 1;
    }
    return highest;
  }

  #countAt(index: number): number {
    return (this.#recent[index] ?? 0) + (this.#older[index] ?? 0);
  }

  #forget(nowUs: number): void {
    const passed = Math.abs(nowUs - this.#sinceUs);
    if (passed < MEMORY_US) return;
    this.#older = passed < 2 * MEMORY_US ? this.#recent : new Uint32Array(BUCKETS);
    this.#recent = new Uint32Array(BUCKETS);
    this.#sinceUs = nowUs;
  }
}
