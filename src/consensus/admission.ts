import type { ChainError } from "../codec/chain-error.js";
import { executeEachAlone } from "../ledger/execute-alone.js";
import type { Ledger } from "../ledger/ledger.js";
import { largerWork, prepareEventually, type PreparedTransaction } from "../ledger/prepared-transaction.js";
import type { Eventually, ContractOutcome } from "../ledger/machine/runner.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "../ledger/signatures/signature-verifier.js";
import { forEachSliced } from "../base/yield-to-loop.js";
import { MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";
import { floorToInterval } from "../records/round-time.js";
import { notSigned, type SignedTransaction } from "../records/transaction.js";
import { longestGrace, shortestGrace, type ArrivalAges } from "./arrival-ages.js";
import { AT_ONCE, Batches } from "./batches.js";
import { roomOf } from "./block-room.js";
import { passed, type Clock } from "../base/clock/clock.js";
import { intervalEnd, type ReserveOptions, type IntervalPlace, type Intervals } from "./interval.js";
import { WaitingTime } from "./waiting-time.js";
import { assertSubmittable } from "./submission-rules.js";
import type { TransactionPool } from "./transaction-pool.js";
import * as errors from "./errors.js";
import { executionFailed } from "../vm/errors.js";
import { ofSubmission } from "../vm/machine.js";

export interface AdmissionOptions {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly clock: Clock;
  readonly intervals: Intervals;
  readonly ages: ArrivalAges;
  /** Whether this node decides what the block of a round time holds: as the only validator, or as the newest slot. */
  readonly isDeciding: (roundTimeUs: number) => Promise<boolean>;
  /** How long a message of the slot holders of a time takes, µs; undefined for a node without peers. */
  readonly distanceUs?: (timeUs: number) => Promise<number> | undefined;
  /** Default: verifies in the calling thread. */
  readonly verifier?: SignatureVerifier;
}

export interface SubmitManner {
  /** Whether another node had it before. If not, and if it is belated, it waits for news before it is accepted. */
  readonly isForwarded?: boolean;
}

interface Submission extends Pick<ReserveOptions, "isDeciding" | "isForwarded"> {
  readonly transaction: SignedTransaction;
  place: IntervalPlace;
  readonly accept: () => void;
  readonly refuse: (error: unknown) => void;
}

type FoundPlace = Pick<Submission, "place" | "isDeciding" | "isForwarded">;

interface Ready {
  readonly submission: Submission;
  readonly prepared: PreparedTransaction;
}

/** How many signatures are verified in one batch. The next batch is verified while this one continues. */
const VERIFIED_TOGETHER = 32;
/**
 * Admits transactions to the pool (PROTOCOL 5.6): checks signature, time, contract and parameters, and executes each
 * once alone against the tip. Submissions that arrive together share one read of the state. Signatures of the next ones
 * are verified while some are executed. A long-running one continues in a thread, and the others overtake it.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #verifier: SignatureVerifier;
  readonly #arrived = new Batches<Submission>((batch) => this.#verify(batch));
  readonly #signed = new Batches<Submission>((batch) => this.#admit(batch), AT_ONCE);
  /** Without those that run in a thread, which the others overtake. */
  readonly #queue: WaitingTime<Submission>;
  /** How long after its end an interval may wait for its block, µs. */
  readonly #maxBehindUs: number;
  /** One for all: an overloaded node refuses thousands a second. */
  readonly #full = errors.submissionsFull();
  /** The long-running ones. */
  readonly #alone = new Set<Promise<void>>();
  /** The load of all submissions in progress: at most what the pool may hold. */
  readonly #underWay = { transactions: 0, bytes: 0 };

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#verifier = options.verifier ?? INLINE_VERIFIER;
    const interval = options.ledger.network.constants.main_chain_interval;
    this.#queue = new WaitingTime(interval);
    this.#maxBehindUs = longestGrace(interval) + interval;
  }

  /**
   * The reason to refuse new submissions unread, `SUBMISSIONS_FULL`, while one would have to wait too long for its answer,
   * or those that were accepted wait too long for their blocks; else null. `submit` still takes what is at hand: the node
   * accepted the transactions of its last run and of undone blocks before.
   */
  get overload(): ChainError | null {
    const { pool, clock, intervals } = this.#options;
    const nowUs = clock.nowUs();
    const isBehind = pool.size > MAX_BLOCK_TRANSACTIONS && intervals.behindUs(nowUs) > this.#maxBehindUs;
    return isBehind || this.#queue.isTooLong(nowUs) ? this.#full : null;
  }

  /** The earliest timestamp among the transactions that are being checked, but for long-running ones; infinite without any. */
  get earliestUs(): number {
    let earliestUs = Number.POSITIVE_INFINITY;
    for (const { transaction } of this.#queue.items) earliestUs = Math.min(earliestUs, transaction.timestamp);
    return earliestUs;
  }

  /**
   * Resolves once the transaction is in the pool; throws the reason if it is refused. Verifies the signature, once,
   * only if the transaction is in time and finds a place (PROTOCOL 15.2).
   */
  async submit(transaction: SignedTransaction, { isForwarded = false }: SubmitManner = {}): Promise<void> {
    const { pool, clock } = this.#options;
    const underWay = this.#underWay;
    pool.assertRoom(transaction);
    this.#assertTimely(transaction);
    if (this.#queue.isTooLong(clock.nowUs())) throw this.#full;
    if (!pool.hasRoomFor(underWay, transaction.size)) throw errors.poolFull();
    underWay.transactions += 1;
    underWay.bytes += transaction.size;
    try {
      await this.#submitTo(transaction, await this.#findPlace(transaction, isForwarded));
    } finally {
      underWay.transactions -= 1;
      underWay.bytes -= transaction.size;
    }
  }

  async #findPlace(transaction: SignedTransaction, isForwarded: boolean): Promise<FoundPlace> {
    const { ledger, clock, intervals } = this.#options;
    const intervalUs = ledger.network.constants.main_chain_interval;
    // A transaction older than the last interval goes into a later block.
    const roundTimeUs = Math.max(
      intervalEnd(transaction.timestamp, intervalUs),
      floorToInterval(clock.nowUs(), intervalUs),
    );
    const isDeciding = await this.#options.isDeciding(roundTimeUs);
    if (!isForwarded && !isDeciding) await this.#hearOfBlocks(transaction);
    intervals.forgetUpTo(ledger.tip.s_timestamp);
    const manner = { isDeciding, isForwarded };
    return { ...manner, place: intervals.reserve(transaction, { nowUs: clock.nowUs(), ...manner }) };
  }

  /**
   * Before a belated transaction is accepted where another node decides: waits as long as the news of a block takes that
   * has passed it over. A block that is sealed later waits for it (PROTOCOL 15.2).
   */
  async #hearOfBlocks(transaction: SignedTransaction): Promise<void> {
    const { ledger, clock, distanceUs } = this.#options;
    const intervalUs = ledger.network.constants.main_chain_interval;
    const graceUs = shortestGrace(intervalUs);
    const nowUs = clock.nowUs();
    if (nowUs <= intervalEnd(transaction.timestamp, intervalUs) + graceUs) return;
    const wayUs = await distanceUs?.(nowUs);
    // A node without peers hears of no block.
    if (wayUs === undefined) return;
    await passed(clock, Math.ceil(graceUs + wayUs));
    this.#assertTimely(transaction);
  }

  /** Waits for the answer. A refused transaction gives its place back. */
  async #submitTo(transaction: SignedTransaction, found: FoundPlace): Promise<void> {
    const { clock } = this.#options;
    let submission: Submission | undefined;
    try {
      await new Promise<void>((accept, refuse) => {
        submission = { ...found, transaction, accept, refuse };
        this.#queue.begin(submission, clock.nowUs());
        this.#arrived.add(submission);
      });
    } catch (error) {
      const reserved = submission?.place ?? found.place;
      reserved.interval.release(reserved);
      throw error;
    } finally {
      if (submission !== undefined) this.#queue.end(submission, clock.nowUs());
    }
  }

  /** Resolves when no submission is in progress. */
  async settled(): Promise<void> {
    await this.#arrived.settled();
    await this.#signed.settled();
    while (this.#alone.size > 0) await Promise.all(this.#alone);
  }

  /** Keeps the order of the submissions, whichever verdict comes first. */
  async #verify(batch: readonly Submission[]): Promise<void> {
    const groups: { submissions: readonly Submission[]; verdicts: Promise<readonly boolean[]> }[] = [];
    for (let start = 0; start < batch.length; start += VERIFIED_TOGETHER) {
      const submissions = batch.slice(start, start + VERIFIED_TOGETHER);
      const verdicts = this.#verifier.verify(submissions.map(({ transaction }) => transaction));
      // The loop below handles a rejection; this only prevents an unhandled one.
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
    const { store, runners, network } = this.#options.ledger;
    const options = { store, runner: runners.callers, budget: ofSubmission(network.workLimits.proposal) };
    return executeEachAlone(ready, options, (each, outcome) => {
      if (!(outcome instanceof Promise)) this.#take(each, outcome);
      else this.#goAlone(each.submission, async () => this.#take(each, await outcome));
    });
  }

  /** Continues with a long-running submission. `settled` waits for it too. */
  #goAlone(submission: Submission, work: () => Promise<void>): void {
    this.#queue.leave(submission);
    const going = refusingAll([submission], work);
    this.#alone.add(going);
    void going.then(() => this.#alone.delete(going));
  }

  /** Puts a transaction that passed into the pool, and answers the submission. */
  #take({ submission, prepared }: Ready, outcome: ContractOutcome): void {
    const { ledger, pool, clock, ages } = this.#options;
    const { transaction } = prepared;
    try {
      if (!outcome.ok) throw executionFailed({ message: outcome.message });
      assertSubmittable(transaction, ledger.network.rootCid);
      // A block may have arrived meanwhile or be in progress, and would leave the transaction out.
      this.#assertTimely(transaction);
      const counted = { ...prepared, ...largerWork(prepared, outcome) };
      this.#countWork(submission, roomOf(counted));
      pool.add(counted);
      ages.recordTaken(clock.nowUs() - transaction.timestamp, clock.nowUs());
      submission.accept();
    } catch (error) {
      submission.refuse(error);
    }
  }

  #countWork(submission: Submission, work: number): void {
    const { place, isDeciding, isForwarded } = submission;
    const { admission } = this.#options.ledger.network.workLimits;
    if (!isForwarded && work > admission) throw executionFailed({ message: "Too long processing. " });
    const options: ReserveOptions = { nowUs: this.#options.clock.nowUs(), isDeciding, isForwarded };
    submission.place = place.interval.enlarge(place, { transactions: 0, bytes: 0, work }, options);
  }

  #prepare(transaction: SignedTransaction): Eventually<PreparedTransaction> {
    const { pool, ledger } = this.#options;
    pool.assertRoom(transaction);
    this.#assertTimely(transaction);
    return prepareEventually(transaction, {
      registry: ledger.registry,
      runner: ledger.runners.callers,
      budget: ofSubmission(ledger.network.workLimits.proposal),
    });
  }

  #assertTimely(transaction: SignedTransaction): void {
    const { ledger, clock, intervals, ages } = this.#options;
    const nowUs = clock.nowUs();
    try {
      intervals.assertTimely(transaction, ledger.tip, nowUs);
    } catch (error) {
      // The next rounds wait longer, so that similar ones arrive in time.
      ages.record(nowUs - transaction.timestamp, nowUs);
      throw error;
    }
  }
}

/** Reports a failure of the work (the store, a thread) to every submission of the batch, so that none waits forever. */
async function refusingAll(batch: readonly Submission[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    for (const { refuse } of batch) refuse(error);
  }
}
