import { executeEachAlone } from "../ledger/execute-alone.js";
import type { Ledger } from "../ledger/ledger.js";
import {
  executionFailed,
  prepareEventually,
  type PreparedTransaction,
} from "../ledger/prepared-transaction.js";
import type { Eventually, Outcome } from "../ledger/runs/runner.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "../ledger/signatures/signature-verifier.js";
import { forEachSliced } from "../ledger/yield-to-loop.js";
import { TIMESTAMP_ERROR_US } from "../records/limits.js";
import { assertTimely } from "../records/transaction-rules.js";
import { notSigned, type SignedTransaction } from "../records/transaction.js";
import { MAX_SUBMITTED_WORK } from "../vm/machine.js";
import { Batches } from "./batches.js";
import type { Clock } from "./clock.js";
import { assertSubmittable } from "./submission-rules.js";
import { poolFull, type TransactionPool } from "./transaction-pool.js";

export interface AdmissionOptions {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly clock: Clock;
  /** Verifies in the node's own thread unless another one is given. */
  readonly verifier?: SignatureVerifier;
}

interface Submission {
  readonly transaction: SignedTransaction;
  readonly accept: () => void;
  readonly refuse: (error: unknown) => void;
}

interface Ready {
  readonly submission: Submission;
  readonly prepared: PreparedTransaction;
}

/** So many signatures are verified before the first of them go on: the others are verified meanwhile. */
const VERIFIED_TOGETHER = 32;

/**
 * The way into the pool (PROTOCOL 5): signature, time, contract, parameters, and one execution alone against the tip.
 * Submissions that arrive together are taken together: one read of the state serves them all. While some are executed
 * the signatures of the next ones are verified. One that takes long goes on by itself, in a thread, and the others pass it.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #verifier: SignatureVerifier;
  readonly #arrived = new Batches<Submission>((batch) => this.#verify(batch));
  readonly #signed = new Batches<Submission>((batch) => this.#admit(batch));
  /** Those that take long. */
  readonly #alone = new Set<Promise<void>>();
  /** What is on its way: as much as the pool may hold, and no more. */
  readonly #underWay = { transactions: 0, bytes: 0 };

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#verifier = options.verifier ?? INLINE_VERIFIER;
  }

  /** Resolves once the transaction is in the pool; throws why it is not. The signature is verified here, once. */
  async submit(transaction: SignedTransaction): Promise<void> {
    const { pool } = this.#options;
    const underWay = this.#underWay;
    pool.assertRoom(transaction.hash, transaction.size);
    if (!pool.hasRoomFor(underWay, transaction.size)) throw poolFull();
    underWay.transactions += 1;
    underWay.bytes += transaction.size;
    try {
      await new Promise<void>((accept, refuse) => this.#arrived.add({ transaction, accept, refuse }));
    } finally {
      underWay.transactions -= 1;
      underWay.bytes -= transaction.size;
    }
  }

  /** Resolves when nothing waits to be admitted. */
  async settled(): Promise<void> {
    await this.#arrived.settled();
    await this.#signed.settled();
    while (this.#alone.size > 0) await Promise.all(this.#alone);
  }

  /** In their order, whichever verdict comes first. */
  async #verify(batch: readonly Submission[]): Promise<void> {
    const groups: { submissions: readonly Submission[]; verdicts: Promise<readonly boolean[]> }[] = [];
    for (let start = 0; start < batch.length; start += VERIFIED_TOGETHER) {
      const submissions = batch.slice(start, start + VERIFIED_TOGETHER);
      const verdicts = this.#verifier.verify(submissions.map(({ transaction }) => transaction));
      // A failure is met where the verdicts are awaited; until then it is not unheard.
      verdicts.catch(() => undefined);
      groups.push({ submissions, verdicts });
    }
    for (const { submissions, verdicts } of groups) {
      await refusingAll(submissions, async () => {
        const judged = await verdicts;
        for (const [index, submission] of submissions.entries()) {
          if (judged[index] === true) this.#signed.add(submission);
          else submission.refuse(notSigned(submission.transaction));
        }
      });
    }
  }

  #admit(batch: readonly Submission[]): Promise<void> {
    return refusingAll(batch, async () => {
      const ready: Ready[] = [];
      await forEachSliced(batch, (submission) => {
        try {
          const preparing = this.#prepare(submission.transaction);
          if (preparing instanceof Promise) {
            this.#goAlone(submission, async () => this.#execute([{ submission, prepared: await preparing }]));
          } else ready.push({ submission, prepared: preparing });
        } catch (error) {
          submission.refuse(error);
        }
      });
      await this.#execute(ready);
    });
  }

  #execute(ready: readonly Ready[]): Promise<void> {
    const { store, runners } = this.#options.ledger;
    const options = { store, runner: runners.callers, maxWork: MAX_SUBMITTED_WORK };
    return executeEachAlone(ready, options, (each, outcome) => {
      if (!(outcome instanceof Promise)) this.#take(each, outcome);
      else this.#goAlone(each.submission, async () => this.#take(each, await outcome));
    });
  }

  /** Goes on with one that takes long; whoever waits until nothing waits to be admitted waits for it too. */
  #goAlone(submission: Submission, work: () => Promise<void>): void {
    const going = refusingAll([submission], work);
    this.#alone.add(going);
    void going.then(() => this.#alone.delete(going));
  }

  /** Puts what passed into the pool, and tells whoever submitted it. */
  #take({ submission, prepared }: Ready, outcome: Outcome): void {
    const { ledger, pool } = this.#options;
    try {
      if (!outcome.ok) throw executionFailed(outcome.message);
      assertSubmittable(prepared.transaction, ledger.network.rootCid);
      // A block may have come meanwhile: what it has overtaken would be lost in the pool.
      this.#assertTimely(prepared.transaction);
      pool.add({ ...prepared, work: Math.max(prepared.work, outcome.work) });
      submission.accept();
    } catch (error) {
      submission.refuse(error);
    }
  }

  #prepare(transaction: SignedTransaction): Eventually<PreparedTransaction> {
    const { pool, ledger } = this.#options;
    pool.assertRoom(transaction.hash, transaction.size);
    this.#assertTimely(transaction);
    return prepareEventually(transaction, {
      registry: ledger.registry,
      runner: ledger.runners.callers,
      maxWork: MAX_SUBMITTED_WORK,
    });
  }

  #assertTimely(transaction: SignedTransaction): void {
    const { ledger, clock } = this.#options;
    assertTimely(transaction, ledger.tip.s_timestamp, clock.nowUs() + TIMESTAMP_ERROR_US);
  }
}

/** When the work fails (the store, a thread), everyone who waits for it hears so, and nobody waits for ever. */
async function refusingAll(batch: readonly Submission[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    for (const { refuse } of batch) refuse(error);
  }
}
