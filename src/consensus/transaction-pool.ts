import { LRUCache } from "lru-cache";
import type { SignedHash, SignedTransaction } from "../records/transaction.js";
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

/** A transaction beyond this size finds room in half of the bytes of the pool, so that the others keep the rest. */
export const LARGE_BYTES = 64 * 1024;

/** Of some blocks. A bound by size: `max` would reserve the memory of all. */
const KEPT_LEFT = { maxSize: 8192, sizeCalculation: () => 1 };

/**
 * The transactions that wait for a block: verified, prepared, and executed once alone against the tip (PROTOCOL 5.6).
 * Their hashes begin with their time, so ascending order of hash is also the order of age.
 *
 * An entry is known by hash and public key: a transaction without `from` has the same hash for every signer, and a copy
 * by another signer must not keep it out (PROTOCOL 15.7). Of several copies the first accepted is proposed.
 */
export class TransactionPool {
  readonly #limits: PoolLimits;
  /** By hash, the copies of each signer, the first accepted first. */
  readonly #copies = new Map<string, readonly PreparedTransaction[]>();
  readonly #left = new LRUCache<string, true>(KEPT_LEFT);
  #size = 0;
  #bytes = 0;
  onAdded: (transaction: SignedTransaction) => void = () => undefined;

  constructor(limits: PoolLimits = DEFAULT_POOL_LIMITS) {
    this.#limits = limits;
  }

  get limits(): PoolLimits {
    return this.#limits;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The copy that is proposed. */
  get(hash: string): PreparedTransaction | undefined {
    return this.#copies.get(hash)?.[0];
  }

  /** Whether the pool holds this transaction of this signer under this signature, which was verified then. */
  holds({ hash, public_key, signature }: SignedHash): boolean {
    const copy = this.#copiesOf(hash).find(isOf(public_key));
    return copy?.transaction.signature === signature;
  }

  /** Throws the error that a submission would get now: `TRANSACTION_DUPLICATE` or `POOL_FULL`. */
  assertRoom({ hash, public_key, size }: Entry & Pick<SignedTransaction, "size">): void {
    if (this.#copiesOf(hash).some(isOf(public_key))) {
      throw errors.transactionDuplicate();
    }
    if (!this.hasRoomFor({ transactions: this.size, bytes: this.#bytes }, size)) throw errors.poolFull();
  }

  /** Whether the pool has room for one more of this size beside the given load. */
  hasRoomFor(held: { readonly transactions: number; readonly bytes: number }, size: number): boolean {
    const { maxTransactions, maxBytes } = this.#limits;
    const bytes = size > LARGE_BYTES ? maxBytes / 2 : maxBytes;
    return held.transactions < maxTransactions && held.bytes + size <= bytes;
  }

  add(prepared: PreparedTransaction): void {
    const { hash, size } = prepared.transaction;
    this.assertRoom(prepared.transaction);
    this.#left.delete(hash);
    this.#copies.set(hash, [...this.#copiesOf(hash), prepared]);
    this.#size += 1;
    this.#bytes += size;
    this.onAdded(prepared.transaction);
  }

  /** Replaces a transaction by the same one, prepared again. */
  replace(prepared: PreparedTransaction): void {
    const { hash, public_key } = prepared.transaction;
    const copies = this.#copiesOf(hash);
    if (copies.length === 0) return;
    const isSame = isOf(public_key);
    this.#copies.set(
      hash,
      copies.map((copy) => (isSame(copy) ? prepared : copy)),
    );
  }

  /** Removes transactions that are in a block, with their copies: no later block can hold these hashes. */
  remove(hashes: Iterable<string>): void {
    for (const hash of hashes) {
      for (const { transaction } of this.#copiesOf(hash)) this.discard(transaction);
      this.#left.set(hash, true);
    }
  }

  /** Whether a transaction was removed lately. Others may show it until they have the same block. */
  hasLeft(hash: string): boolean {
    return this.#left.has(hash);
  }

  /** Removes a transaction that fails. The next copy is proposed from now on. */
  discard({ hash, public_key }: Entry): void {
    const copies = this.#copiesOf(hash);
    const discarded = copies.find(isOf(public_key));
    if (discarded === undefined) return;
    const rest = copies.filter((copy) => copy !== discarded);
    if (rest.length === 0) this.#copies.delete(hash);
    else this.#copies.set(hash, rest);
    this.#size -= 1;
    this.#bytes -= discarded.transaction.size;
  }

  /** Drops the transactions that are not newer than the tip, and returns their hashes (PROTOCOL 5.5, 9.2). */
  removeOlderThan(timestampUs: number): readonly string[] {
    const hashes: string[] = [];
    for (const { transaction } of this.all())
      if (transaction.timestamp <= timestampUs) hashes.push(transaction.hash);
    this.remove(hashes);
    return hashes;
  }

  /** One transaction for each hash: the copy that is proposed. */
  all(): readonly PreparedTransaction[] {
    const first: PreparedTransaction[] = [];
    for (const copies of this.#copies.values()) if (copies[0] !== undefined) first.push(copies[0]);
    return first;
  }

  /** Every accepted transaction. */
  withCopies(): readonly PreparedTransaction[] {
    return [...this.#copies.values()].flat();
  }

  /** The first copy of a transaction by another signer. */
  nextCopy({ hash, public_key }: Entry): PreparedTransaction | undefined {
    const isSame = isOf(public_key);
    return this.#copiesOf(hash).find((copy) => !isSame(copy));
  }

  #copiesOf(hash: string): readonly PreparedTransaction[] {
    return this.#copies.get(hash) ?? [];
  }
}

/** The key of a transaction in the pool: several signers may send the same hash. */
type Entry = Pick<SignedTransaction, "hash" | "public_key">;

function isOf(publicKey: string): (copy: PreparedTransaction) => boolean {
  return ({ transaction }) => transaction.public_key === publicKey;
}
