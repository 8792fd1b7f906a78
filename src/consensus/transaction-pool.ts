import type { PreparedTransaction } from "../ledger/prepared-transaction.js";
import * as errors from "./errors.js";

export interface PoolLimits {
  readonly maxTransactions: number;
  readonly maxBytes: number;
}

/**
 * Several blocks: at 250 ms, a second of intervals whose transactions still arrive, and as much again of transactions
 * stamped ahead.
 */
export const DEFAULT_POOL_LIMITS: PoolLimits = { maxTransactions: 16_384, maxBytes: 64 * 1024 * 1024 };

/** How much of its pool a node shows in one answer. */
export const SHOWN_POOL_LIMITS: PoolLimits = { maxTransactions: 4096, maxBytes: 32 * 1024 * 1024 };

/**
 * The transactions that wait for a block: verified, prepared, and executed once alone against the tip (PROTOCOL 5.6).
 * Their hashes begin with their time, so ascending order of hash is also the order of age.
 */
export class TransactionPool {
  readonly #limits: PoolLimits;
  readonly #transactions = new Map<string, PreparedTransaction>();
  #bytes = 0;

  constructor(limits: PoolLimits = DEFAULT_POOL_LIMITS) {
    this.#limits = limits;
  }

  get limits(): PoolLimits {
    return this.#limits;
  }

  get size(): number {
    return this.#transactions.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(hash: string): PreparedTransaction | undefined {
    return this.#transactions.get(hash);
  }

  /** Throws the error that a submission of this hash would get now: `TRANSACTION_DUPLICATE` or `POOL_FULL`. */
  assertRoom(hash: string, size: number): void {
    if (this.#transactions.has(hash)) {
      throw errors.transactionDuplicate();
    }
    if (!this.hasRoomFor({ transactions: this.size, bytes: this.#bytes }, size)) throw errors.poolFull();
  }

  /** Whether the pool has room for one more of this size beside the given load. */
  hasRoomFor(held: { readonly transactions: number; readonly bytes: number }, size: number): boolean {
    const { maxTransactions, maxBytes } = this.#limits;
    return held.transactions < maxTransactions && held.bytes + size <= maxBytes;
  }

  add(prepared: PreparedTransaction): void {
    const { hash, size } = prepared.transaction;
    this.assertRoom(hash, size);
    this.#transactions.set(hash, prepared);
    this.#bytes += size;
  }

  /** Replaces a transaction by the same one, prepared again. */
  replace(prepared: PreparedTransaction): void {
    const { hash } = prepared.transaction;
    if (this.#transactions.has(hash)) this.#transactions.set(hash, prepared);
  }

  remove(hashes: Iterable<string>): void {
    for (const hash of hashes) {
      const known = this.#transactions.get(hash);
      if (known === undefined) continue;
      this.#transactions.delete(hash);
      this.#bytes -= known.transaction.size;
    }
  }

  /** Drops the transactions that are not newer than the tip, and returns their hashes (PROTOCOL 5.5, 9.2). */
  removeOlderThan(timestampUs: number): readonly string[] {
    const old = this.all().filter(({ transaction }) => transaction.timestamp <= timestampUs);
    const hashes = old.map(({ transaction }) => transaction.hash);
    this.remove(hashes);
    return hashes;
  }

  all(): readonly PreparedTransaction[] {
    return [...this.#transactions.values()];
  }
}
