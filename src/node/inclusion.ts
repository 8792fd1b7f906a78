import type { DroppedTransactions } from "../consensus/dropped-transactions.js";
import type { TransactionPool } from "../consensus/transaction-pool.js";
import { transactionDropped } from "../records/errors.js";
import type { Store } from "../store/store.js";
import type { Listeners } from "./views/listeners.js";

export interface InclusionOptions {
  readonly store: Store;
  readonly pool: TransactionPool;
  readonly dropped: DroppedTransactions;
  /** Called after every turn of the round. */
  readonly turns: Listeners;
}

/** Waits until transactions are in blocks. */
export class Inclusion {
  readonly #options: InclusionOptions;

  constructor(options: InclusionOptions) {
    this.#options = options;
  }

  /**
   * Resolves when all these transactions are in blocks. Throws `TRANSACTION_DROPPED` when one left the pool otherwise.
   */
  async whenIncluded(hashes: readonly string[]): Promise<void> {
    let wake = (): void => undefined;
    const end = this.#options.turns.add(() => wake());
    try {
      for (;;) {
        // Registered before the check, so that a turn that ends during the check is not missed.
        const nextTurn = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (await this.#areIncluded(hashes)) return;
        await nextTurn;
      }
    } finally {
      end();
    }
  }

  async #areIncluded(hashes: readonly string[]): Promise<boolean> {
    const { store, pool } = this.#options;
    if (hashes.some((hash) => pool.get(hash) !== undefined)) return false;
    // The pool was read first: a transaction that it no longer holds is committed or dropped by now.
    const known = await store.knownTransactions(hashes);
    const dropped = hashes.find((hash) => !known.has(hash));
    if (dropped === undefined) return true;
    throw transactionDropped({ hash: dropped, ...this.#options.dropped.get(dropped) });
  }
}
