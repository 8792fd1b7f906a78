const SECOND_US = 1_000_000;
/** The grace is at least this share of an interval. */
const FLOOR_SHARE = 10;
const BUCKETS = 256;
/** The grace covers all but one in this many submissions, plus a quarter of the time that they took. */
const UNCOVERED = 1000;
const MARGIN = 1.25;
/** How long an age counts: at least this long, at most twice as long. */
const MEMORY_US = 15 * SECOND_US;

/** The shortest time, µs, that a validator waits after a round time for transactions stamped before it. */
export function shortestGrace(intervalUs: number): number {
  return intervalUs / FLOOR_SHARE;
}

/** The longest such time (PROTOCOL 15.2), µs. */
export function longestGrace(intervalUs: number): number {
  return Math.max(SECOND_US, 2 * intervalUs);
}

export interface GraceOptions {
  readonly distanceUs?: number;
  readonly ceilingUs?: number;
}

/**
 * The age of transactions, by their own timestamp, when this node has checked them. A round that closes sooner refuses
 * those that are on their way. Ages are counted in a fixed number of steps, so memory is bounded.
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

  /** Counts one age. One above the longest grace is ignored: no wait covers it, and its clock is probably wrong. */
  record(ageUs: number, nowUs: number): void {
    if (ageUs > this.#longestUs) return;
    this.#forget(nowUs);
    const bucket = Math.floor((Math.max(0, ageUs) * BUCKETS) / this.#longestUs);
    const index = Math.min(BUCKETS - 1, bucket);
    this.#recent[index] = (this.#recent[index] ?? 0) + 1;
  }

  /**
   * How long to wait after a round time, µs; at most `ceilingUs`. It covers the shortest wait after the time that a
   * message of the other nodes takes, `distanceUs`, so that the first transaction of a quiet time also arrives.
   */
  graceUs(nowUs: number, { distanceUs = 0, ceilingUs = this.#longestUs }: GraceOptions = {}): number {
    this.#forget(nowUs);
    const coveredUs = ((this.#highest() + 1) * this.#longestUs) / BUCKETS;
    const graceUs = Math.ceil(Math.max(coveredUs * MARGIN, distanceUs * MARGIN + this.#shortestUs));
    return Math.max(this.#shortestUs, Math.min(graceUs, ceilingUs));
  }

  /** The step at or below which all but one in a thousand are; −1 when there are no ages. */
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
