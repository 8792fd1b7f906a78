import { TIMESTAMP_ERROR_US } from "../records/limits.js";
import { assertTimelySubmission } from "../records/transaction-rules.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { MainBlockSummary } from "../store/store.js";
import { addLoads, fitsInto, NO_LOAD, type Load } from "./block-room.js";
import { longestGrace } from "./arrival-ages.js";
import { Interval, intervalEnd, type ReserveOptions, type IntervalPlace } from "./interval.js";
import type { PoolLimits } from "./transaction-pool.js";
import * as errors from "./errors.js";

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
  readonly #intervals = new Map<number, Interval>();
  /** Compared by object identity: a tip that returns after an undone block is open again. */
  #closed: { readonly tip: MainBlockSummary | null; readonly untilUs: number } = { tip: null, untilUs: 0 };

  constructor(intervalUs: number, { maxTransactions, maxBytes }: PoolLimits) {
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
    const interval = this.#intervals.get(endUs) ?? new Interval(endUs, this.#intervalUs);
    const load: Load = { transactions: 1, bytes: size, work: 0 };
    const isAhead = !interval.hasBegun(options.nowUs);
    if (isAhead && !fitsInto(addLoads(this.#ahead(options.nowUs), load), this.#maxAhead))
      throw errors.poolFull();
    const place = interval.reserve(public_key, load, options);
    this.#intervals.set(endUs, interval);
    return place;
  }

  /** Forgets the intervals that end at or before this time. */
  forgetUpTo(timeUs: number): void {
    for (const endUs of this.#intervals.keys()) if (endUs <= timeUs) this.#intervals.delete(endUs);
  }

  /** The load of all intervals that have not begun. */
  #ahead(nowUs: number): Load {
    let load = NO_LOAD;
    for (const interval of this.#intervals.values())
      if (!interval.hasBegun(nowUs)) load = addLoads(load, interval.reserved);
    return load;
  }
}
