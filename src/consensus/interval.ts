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

/** Beyond half, the large transactions of one signer may have this part of the bytes and of the work that are left. */
const LARGE_SHARE = 16;
/** The part of a block that is left to what other nodes accept, where another node decides. */
const OTHERS = 4;
/** The part of a block that a transaction which exceeds half of it leaves to the others. */
const HUGE_REST = 8;
const KINDS = ["transactions", "bytes", "work"] as const satisfies readonly (keyof Load)[];

export interface ReserveOptions {
  readonly nowUs: number;
  readonly isDeciding: boolean;
  /**
   * Whether another node accepted the transaction before. Where this node does not decide, its place is then counted but
   * not limited: the chunk of another validator must be able to become complete (PROTOCOL 9.11).
   */
  readonly isForwarded: boolean;
}

/** The first round time whose block may hold a transaction of this time: an interval is (R − I, R] (PROTOCOL 5.5). */
export function intervalEnd(timestampUs: number, intervalUs: number): number {
  const passed = timestampUs % intervalUs;
  return passed === 0 ? timestampUs : timestampUs - passed + intervalUs;
}

/**
 * The places of one interval: as many as one block holds, or three quarters of these where another node decides and
 * others accept, too (PROTOCOL 15.2). At most half a block is given out before the interval begins. Beyond half, one
 * signer has at most 64 places, and with transactions larger than a place at most a 16th of what is left: a few of them
 * leave room for the others.
 */
export class Interval {
  readonly endUs: number;
  readonly #beginUs: number;
  readonly #room: Load;
  #reserved = NO_LOAD;
  /** What each signer has beyond half, by public key. */
  readonly #shares = new Map<string, Load>();
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
    const place = { interval: this, signer, load, beyondHalf: this.#beyondHalf(load) };
    if (options.isDeciding || !options.isForwarded) this.#assertRoom(place, options);
    this.#isDecided = options.isDeciding;
    return this.#count(place);
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
    const { signer, load, beyondHalf } = place;
    this.#reserved = addLoads(this.#reserved, load, sign);
    const shares = addLoads(this.#sharesOf(signer), beyondHalf, sign);
    if (KINDS.some((kind) => shares[kind] > 0)) this.#shares.set(signer, shares);
    else this.#shares.delete(signer);
    return place;
  }

  #sharesOf(signer: string): Load {
    return this.#shares.get(signer) ?? NO_LOAD;
  }

  get #half(): Load {
    return partOf(this.#room, 2);
  }

  /** What of a further load counts toward its signer's shares: nothing up to half of the block. */
  #beyondHalf(load: Load): Load {
    if (fitsInto(addLoads(this.#reserved, load), this.#half)) return NO_LOAD;
    const place = partOf(this.#room, this.#room.transactions);
    const large = (kind: "bytes" | "work"): number => (load[kind] > place[kind] ? load[kind] : 0);
    return { transactions: load.transactions, bytes: large("bytes"), work: large("work") };
  }

  #assertRoom({ signer, load, beyondHalf }: IntervalPlace, { nowUs, isDeciding }: ReserveOptions): void {
    if (beyondHalf === NO_LOAD) return;
    const isHuge = load.work > this.#half.work;
    const kept = isHuge ? partOf(this.#room, HUGE_REST) : isDeciding ? NO_LOAD : partOf(this.#room, OTHERS);
    const left = addLoads(addLoads(this.#room, kept, -1), this.#reserved, -1);
    const share: Load = { ...partOf(left, LARGE_SHARE), transactions: MAX_PLACES_OF_SIGNER };
    const shares = addLoads(this.#sharesOf(signer), beyondHalf);
    // A huge one has no share: it takes what others have not begun to take.
    const isShareTaken = isHuge
      ? this.#shares.size > 0
      : KINDS.some((kind) => beyondHalf[kind] > 0 && shares[kind] > share[kind]);
    if (isShareTaken || !fitsInto(load, left) || !this.hasBegun(nowUs))
      throw errors.intervalFull({ interval_end: this.endUs });
  }
}

export interface IntervalPlace {
  readonly interval: Interval;
  readonly signer: string;
  readonly load: Load;
  /** What of it counts toward the signer's shares. */
  readonly beyondHalf: Load;
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
