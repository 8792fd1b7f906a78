import { addLoads, BLOCK_ROOM, fitsInto, NO_LOAD, partOf, type Load } from "./block-room.js";
import * as errors from "./errors.js";
import { TIMESTAMP_ERROR_US } from "../records/limits.js";
import { assertTimelySubmission } from "../records/transaction-rules.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { MainBlockSummary } from "../store/store.js";
import { longestGrace } from "./arrival-ages.js";
import type { PoolLimits } from "./transaction-pool.js";

/** How many places one signer may have beyond the first half of an interval's places (PROTOCOL 15.2). */
export const MAX_PLACES_OF_SIGNER = 64;

export interface ReserveOptions {
  readonly nowUs: number;
  /** Whether this node decides for the interval. If not, places are counted but not limited. */
  readonly isDeciding: boolean;
}

/** The first round time whose block may hold a transaction of this time: an interval is (R − I, R] (PROTOCOL 5.5). */
export function intervalEnd(timestampUs: number, intervalUs: number): number {
  const passed = timestampUs % intervalUs;
  return passed === 0 ? timestampUs : timestampUs - passed + intervalUs;
}

/**
 * The places of one interval: as many as one block holds (PROTOCOL 15.2). At most half are reserved out before the
 * interval begins. Beyond half, one signer has at most 64.
 */
export class Interval {
  readonly endUs: number;
  readonly #beginUs: number;
  readonly #room: Load;
  #reserved = NO_LOAD;
  /** The number of places beyond half of each signer, by public key. */
  readonly #beyondHalf = new Map<string, number>();
  /** Whether this node decides what the block holds. */
  #isDecided = false;

  /** @param room what one block may hold. */
  constructor(endUs: number, intervalUs: number, room: Load = BLOCK_ROOM) {
    this.#room = room;
    this.endUs = endUs;
    this.#beginUs = endUs - intervalUs;
  }

  get reserved(): Load {
    return this.#reserved;
  }

  /** Whether transactions wait for its block, which this node makes. */
  get isAwaited(): boolean {
    return this.#isDecided && this.#reserved.transactions > 0;
  }

  hasBegun(nowUs: number): boolean {
    return nowUs >= this.#beginUs;
  }

  /** Gives a place to a transaction of this signer. Throws `INTERVAL_FULL`. */
  reserve(signer: string, load: Load, options: ReserveOptions): IntervalPlace {
    const isBeyondHalf = !fitsInto(addLoads(this.#reserved, load), partOf(this.#room, 2));
    if (options.isDeciding && isBeyondHalf) this.#assertRoomBeyondHalf(signer, load, options.nowUs);
    this.#isDecided = options.isDeciding;
    return this.#count({ interval: this, signer, load, isBeyondHalf });
  }

  /** Enlarges the place of a transaction. Throws `INTERVAL_FULL` and leaves the place unchanged. */
  enlarge(place: IntervalPlace, more: Load, options: ReserveOptions): IntervalPlace {
    this.release(place);
    try {
      return this.reserve(place.signer, addLoads(place.load, more), options);
    } catch (error) {
      this.#count(place);
      throw error;
    }
  }

  release(place: IntervalPlace): void {
    this.#count(place, -1);
  }

  #count(place: IntervalPlace, sign: 1 | -1 = 1): IntervalPlace {
    const { signer, load, isBeyondHalf } = place;
    this.#reserved = addLoads(this.#reserved, load, sign);
    if (!isBeyondHalf) return place;
    const places = (this.#beyondHalf.get(signer) ?? 0) + sign;
    if (places > 0) this.#beyondHalf.set(signer, places);
    else this.#beyondHalf.delete(signer);
    return place;
  }

  #assertRoomBeyondHalf(signer: string, load: Load, nowUs: number): void {
    const isShareTaken = (this.#beyondHalf.get(signer) ?? 0) >= MAX_PLACES_OF_SIGNER;
    const isFull = !fitsInto(addLoads(this.#reserved, load), this.#room);
    if (isFull || isShareTaken || !this.hasBegun(nowUs))
      throw errors.intervalFull({ interval_end: this.endUs });
  }
}

export interface IntervalPlace {
  readonly interval: Interval;
  readonly signer: string;
  readonly load: Load;
  readonly isBeyondHalf: boolean;
}

/** The most intervals that are kept: on an instant chain each has a millisecond. */
const MAX_INTERVALS = 8192;

/** Transactions of intervals that have not begun may take up this part of the pool. */
const AHEAD_DIVISOR = 2;

/**
 * The intervals for which transactions are accepted (PROTOCOL 15.2). An interval accepts no more than one block holds,
 * and nothing once the transactions of its block are chosen. So everything accepted fits the blocks that this node
 * makes.
 */
export class Intervals {
  readonly #intervalUs: number;
  readonly #maxAhead: Load;
  readonly #room: Load | undefined;
  readonly #intervals = new Map<number, Interval>();
  #forgottenUs = 0;
  /** Compared by object identity: a tip that returns after an undone block is open again. */
  #closed: { readonly tip: MainBlockSummary | null; readonly untilUs: number } = { tip: null, untilUs: 0 };

  /** @param room what one block may hold; default: that of rules 1. */
  constructor(intervalUs: number, { maxTransactions, maxBytes }: PoolLimits, room?: Load) {
    this.#room = room;
    this.#intervalUs = intervalUs;
    this.#maxAhead = {
      transactions: maxTransactions / AHEAD_DIVISOR,
      bytes: maxBytes / AHEAD_DIVISOR,
      work: Number.POSITIVE_INFINITY,
    };
  }

  /** Closes all times up to a round time: the transactions of the block after this tip are chosen. */
  close(tip: MainBlockSummary, roundTimeUs: number): void {
    this.#closed = { tip, untilUs: Math.max(this.closedUntil(tip), roundTimeUs) };
  }

  /** The time up to which no transaction is accepted: that of the tip, or of the block in progress on it. */
  closedUntil(tip: MainBlockSummary): number {
    return this.#closed.tip === tip ? Math.max(this.#closed.untilUs, tip.s_timestamp) : tip.s_timestamp;
  }

  /**
   * Throws `TRANSACTION_OVERTAKEN` when a transaction is too old for the next block, `TRANSACTION_TIMESTAMP` when it is
   * too far ahead (PROTOCOL 5.6, 15.2).
   */
  assertTimely(transaction: SignedTransaction, tip: MainBlockSummary, nowUs: number): void {
    assertTimelySubmission(transaction, {
      afterUs: this.closedUntil(tip),
      untilUs: nowUs + TIMESTAMP_ERROR_US,
      nowUs,
      toleranceUs: longestGrace(this.#intervalUs),
    });
  }

  /**
   * Gives a transaction a place in its interval. Throws `INTERVAL_FULL`, or `POOL_FULL` when the transactions stamped
   * ahead fill their part of the pool.
   */
  reserve({ timestamp, size, public_key }: SignedTransaction, options: ReserveOptions): IntervalPlace {
    const endUs = intervalEnd(timestamp, this.#intervalUs);
    const interval = this.#intervals.get(endUs) ?? new Interval(endUs, this.#intervalUs, this.#room);
    const load: Load = { transactions: 1, bytes: size, work: 0 };
    if (this.#intervals.size >= MAX_INTERVALS) this.#forgetEmpty();
    const isAhead = !interval.hasBegun(options.nowUs);
    if (isAhead && !fitsInto(addLoads(this.#ahead(options.nowUs), load), this.#maxAhead))
      throw errors.poolFull();
    const place = interval.reserve(public_key, load, options);
    this.#intervals.set(endUs, interval);
    return place;
  }

  /** How long ago the first interval ended whose block this node still has to make, µs; 0 where every such block is made. */
  behindUs(nowUs: number): number {
    let firstUs = nowUs;
    for (const interval of this.#intervals.values())
      if (interval.isAwaited && interval.endUs < firstUs) firstUs = interval.endUs;
    return nowUs - firstUs;
  }

  /** Forgets the intervals that end at or before this time. */
  forgetUpTo(timeUs: number): void {
    if (timeUs === this.#forgottenUs) return;
    this.#forgottenUs = timeUs;
    for (const endUs of this.#intervals.keys()) if (endUs <= timeUs) this.#intervals.delete(endUs);
  }

  /** Forgets the intervals that refused transactions left behind. Throws `POOL_FULL` when there are still too many. */
  #forgetEmpty(): void {
    for (const [endUs, { reserved }] of this.#intervals)
      if (reserved.transactions === 0) this.#intervals.delete(endUs);
    if (this.#intervals.size >= MAX_INTERVALS) throw errors.poolFull();
  }

  /** The load of all intervals that have not begun. */
  #ahead(nowUs: number): Load {
    let load = NO_LOAD;
    for (const interval of this.#intervals.values())
      if (!interval.hasBegun(nowUs)) load = addLoads(load, interval.reserved);
    return load;
  }
}
