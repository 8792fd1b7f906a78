import { isInstant } from "./instant.js";
import { LoneSender } from "./lone-sender.js";

const SECOND_US = 1_000_000;
/** The grace is at least this share of an interval. */
const FLOOR_SHARE = 10;
/** On an instant chain it is at least so long, µs, as soon as several send. */
const SHORTEST_INSTANT_US = 25_000;
const BUCKETS = 256;
/** The grace covers all but one in this many submissions, plus a quarter of the time that they took. */
const UNCOVERED = 1000;
const MARGIN = 1.25;
/** How long an age counts: at least this long, at most twice as long. */
const MEMORY_US = 15 * SECOND_US;
/** On an instant chain hundreds of rounds go by in this time, µs. */
const INSTANT_MEMORY_US = 2 * SECOND_US;

/** The shortest time, µs, that a validator waits after a round time for transactions stamped before it. */
export function shortestGrace(intervalUs: number): number {
  return isInstant(intervalUs) ? SHORTEST_INSTANT_US : intervalUs / FLOOR_SHARE;
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
  /** Null where blocks wait for their round times. */
  readonly #lone: LoneSender | null;

  constructor(intervalUs: number) {
    this.#lone = isInstant(intervalUs) ? new LoneSender() : null;
    this.#shortestUs = shortestGrace(intervalUs);
    this.#longestUs = longestGrace(intervalUs);
  }

  /** Counts the age of a transaction that was taken, unless it came alone: no grace has to cover that one. */
  recordTaken(ageUs: number, nowUs: number): void {
    if (this.#lone?.take(nowUs - ageUs) !== true) this.record(ageUs, nowUs);
  }

  /** Counts one age. One above the longest grace is ignored: no wait covers it, and its clock is probably wrong. */
  record(ageUs: number, nowUs: number): void {
    this.#lone?.noteBeside(nowUs);
    if (ageUs > this.#longestUs) return;
    this.#forget(nowUs);
    const bucket = Math.floor((Math.max(0, ageUs) * BUCKETS) / this.#longestUs);
    const index = Math.min(BUCKETS - 1, bucket);
    this.#recent[index] = (this.#recent[index] ?? 0) + 1;
  }

  /** Forgets all ages: those who send from now on are others. */
  clear(): void {
    this.#recent = new Uint32Array(BUCKETS);
    this.#older = new Uint32Array(BUCKETS);
    this.#lone?.clear();
  }

  /** Notes that all transactions that wait are chosen for a block. */
  close(nowUs: number): void {
    this.#lone?.close(nowUs);
  }

  /** Notes that no transaction waits for a block any more. */
  settle(nowUs: number): void {
    this.#lone?.settle(nowUs);
  }

  /** Whether one sender waits for each block, so that a block need not wait for others. */
  isLone(nowUs: number): boolean {
    return this.#lone?.isAlone(nowUs) === true;
  }

  /**
   * How long to wait after a round time, µs; at most `ceilingUs`. It covers the shortest wait after the time that a
   * message of the other nodes takes, `distanceUs`, so that the first transaction of a quiet time also arrives.
   */
  graceUs(nowUs: number, { distanceUs = 0, ceilingUs = this.#longestUs }: GraceOptions = {}): number {
    this.#forget(nowUs);
    if (this.isLone(nowUs)) return Math.ceil(distanceUs * MARGIN);
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
    const memoryUs = this.#lone === null ? MEMORY_US : INSTANT_MEMORY_US;
    if (passed < memoryUs) return;
    this.#older = passed < 2 * memoryUs ? this.#recent : new Uint32Array(BUCKETS);
    this.#recent = new Uint32Array(BUCKETS);
    this.#sinceUs = nowUs;
  }
}
