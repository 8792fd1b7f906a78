import { executeEachAlone } from "../ledger/execute-transactions.js";
import type { Ledger } from "../ledger/ledger.js";
import {
  executionFailed,
  prepareTransaction,
  type PreparedTransaction,
} from "../ledger/prepared-transaction.js";
import { forEachSliced } from "../ledger/yield-to-loop.js";
import { TIMESTAMP_ERROR_US } from "../records/limits.js";
import { assertTimely } from "../records/transaction-rules.js";
import { assertSigned, type SignedTransaction } from "../records/transaction.js";
import type { Clock } from "./clock.js";
import { assertSubmittable } from "./submission-rules.js";
import type { TransactionPool } from "./transaction-pool.js";

interface Submission {
  readonly transaction: SignedTransaction;
  readonly accept: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * The way into the pool (PROTOCOL 5): signature, time, contract, parameters, and one execution alone against the tip.
 * Submissions that arrive together are taken together: one read of the state serves them all.
 */
export class Admission {
  readonly #ledger: Ledger;
  readonly #pool: TransactionPool;
  readonly #clock: Clock;
  #waiting: Submission[] = [];
  #draining: Promise<void> | null = null;

  constructor(ledger: Ledger, pool: TransactionPool, clock: Clock) {
    this.#ledger = ledger;
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Resolves once the transaction is in the pool; throws why it is not. The signature is verified here, once. */
  submit(transaction: SignedTransaction): Promise<void> {
    return new Promise((accept, refuse) => {
      this.#waiting.push({ transaction, accept, refuse });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when nothing waits to be admitted. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Whoever arrives in this turn of the loop comes into the first batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#admit(batch);
      } catch (error) {
        // The store failed: everyone who waits hears so, and nobody waits for ever.
        for (const { refuse } of batch) refuse(error);
      }
    }
    this.#draining = null;
  }

  async #admit(batch: readonly Submission[]): Promise<void> {
    const ready: { submission: Submission; prepared: PreparedTransaction }[] = [];
    await forEachSliced(batch, (submission) => {
      try {
        ready.push({ submission, prepared: this.#prepare(submission.transaction) });
      } catch (error) {
        submission.refuse(error);
      }
    });
    const outcomes = await executeEachAlone(
      this.#ledger.store,
      ready.map(({ prepared }) => prepared),
    );
    for (const [index, { submission, prepared }] of ready.entries()) {
      const outcome = outcomes[index];
      try {
        if (outcome?.ok === false) throw executionFailed(outcome.message);
        assertSubmittable(prepared.transaction, this.#ledger.network.rootCid);
        // A block may have come meanwhile: what it has overtaken would be lost in the pool.
        this.#assertTimely(prepared.transaction);
        this.#pool.add(prepared);
        submission.accept();
      } catch (error) {
        submission.refuse(error);
      }
    }
  }

  #prepare(transaction: SignedTransaction): PreparedTransaction {
    this.#pool.assertRoom(transaction.hash, transaction.size);
    assertSigned(transaction);
    this.#assertTimely(transaction);
    return prepareTransaction(transaction, this.#ledger.registry);
  }

  #assertTimely(transaction: SignedTransaction): void {
    assertTimely(transaction, this.#ledger.tip.s_timestamp, this.#clock.nowUs() + TIMESTAMP_ERROR_US);
  }
}
