import { LRUCache } from "lru-cache";
import { messageOf, type ChainError } from "../codec/chain-error.js";
import { Admission, type AdmissionOptions } from "../consensus/admission.js";
import { transactionDropped } from "../records/errors.js";
import { blockRoom, fitsInto, loadOf, partOf } from "../consensus/block-room.js";
import { TOO_LATE } from "../consensus/chain-maker.js";
import { DEFAULT_POOL_LIMITS } from "../consensus/transaction-pool.js";
import type { MainBlock } from "../records/main-block.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { Store } from "../store/store.js";
import { CarriedPool } from "./carried-pool.js";
import type { PoolMemory } from "../data/directory/pool-file.js";
import type { AnswerWait, SubmitOptions } from "../api/engine.js";
import { AwaitedFates } from "./awaited-fates.js";
import { keyInUse } from "./errors.js";
import type { EventHub } from "../api/events/event-hub.js";
import type { Log } from "../base/log.js";
import { Losses } from "../consensus/losses.js";
import type { SubmissionObserver } from "../ops/metrics/submission-meter.js";
import { Listeners } from "../base/listeners.js";
import { detached } from "../codec/text.js";
import { objectToValue, type Value } from "../codec/value.js";
import type { Answer } from "../ledger/answer.js";
import { unknownTransactionIn } from "../ledger/requests/transactions.js";
import type { RequestRecord } from "../records/request.js";

interface SubmissionsOptions extends AdmissionOptions {
  readonly store: Store;
  /** Why the node signs and accepts nothing now, null while it does: every submission is refused for that reason. */
  readonly stopReason: () => ChainError | null;
  readonly poolMemory: PoolMemory | undefined;
  /** Told what becomes of submitted transactions. */
  readonly observer: SubmissionObserver | undefined;
  readonly events: Pick<EventHub, "tellAccepted" | "tellDropped" | "tellForwarded">;
  /** Called when a transaction is in the pool. */
  readonly onAccepted: () => void;
  /** Sends an accepted transaction to the slot holders, unless this node decides on it (PROTOCOL 15.14). */
  readonly forward: (transaction: SignedTransaction) => void;
  readonly log: Log;
}

export interface RefusedSubmission {
  readonly transaction: SignedTransaction;
  readonly error: unknown;
  /** Of the last main block at that time. */
  readonly height: number;
}

/** What becomes of the transactions submitted to a node, until each is in a block or dropped (PROTOCOL 15.2). */
export class Submissions {
  readonly #dropped = new DroppedTransactions();
  /** The last transactions that this node was the first to accept. */
  readonly #own = new LRUCache<string, OwnTransaction>(KEPT_OWN);
  /** Of the last minute. */
  readonly losses: Losses;
  readonly #options: SubmissionsOptions;
  readonly #awaited: AwaitedFates;
  readonly #admission: Admission;
  readonly #carried: CarriedPool;
  /** Called after every turn of the round: a turn takes transactions into a block, or drops them. */
  readonly #turns = new Listeners();
  readonly refusals = new Listeners<RefusedSubmission>();

  constructor(options: SubmissionsOptions) {
    this.#options = options;
    this.losses = new Losses(options.clock);
    this.#awaited = new AwaitedFates(options.clock);
    this.#admission = new Admission(options);
    this.#carried = new CarriedPool({
      ...options,
      memory: options.poolMemory,
      submit: (transaction) => this.submit(transaction),
      onDropped: (hash, reason) => this.noteDropped(hash, reason),
    });
  }

  /** The error with which every submission is refused now; null while submissions are accepted. */
  get overload(): ChainError | null {
    return this.#options.stopReason() ?? this.#admission.overload;
  }

  /** The earliest timestamp among the transactions that are being checked, µs. */
  get earliestUs(): number {
    return this.#admission.earliestUs;
  }

  /**
   * Resolves once the transaction is in the pool; throws the reason if it is refused (PROTOCOL 5.6).
   *
   * @param options.isForwarded whether another node had it before: it is not forwarded from here.
   */
  async submit(transaction: SignedTransaction, { isForwarded = false }: SubmitOptions = {}): Promise<void> {
    const { stopReason, observer, events, ledger, forward, onAccepted } = this.#options;
    try {
      const reason = stopReason();
      if (reason !== null) throw reason;
      await this.#admission.submit(transaction, { isForwarded });
    } catch (error) {
      observer?.onRefused(error);
      this.refusals.tell({ transaction, error, height: ledger.tip.height });
      throw error;
    }
    onAccepted();
    if (!isForwarded) {
      const isCounted = this.#isCounted(transaction.hash);
      this.#own.set(transaction.hash, { state: "pooled", isCounted });
      if (isCounted) this.losses.noteAccepted();
      forward(transaction);
    }
    events.tellAccepted(transaction);
    observer?.onAccepted(() => this.whenIncluded([transaction.hash]));
  }

  /** Submits a transaction, waits for its block, and returns what is known of it then. Throws as `submit` does. */
  async sendAndWait(transaction: SignedTransaction, wait: AnswerWait): Promise<Value> {
    const known = await this.#awaited.submitAndWait(transaction, wait, () => this.submit(transaction));
    return known ?? this.#fateOf(transaction.hash);
  }

  /** Tells those who wait for transactions that a block holds them. */
  noteBlock(
    { height, transactions }: Pick<MainBlock, "height" | "transactions">,
    feeOf: (transaction: SignedTransaction) => bigint | null,
  ): void {
    for (const transaction of transactions) {
      const { hash, public_key } = transaction;
      if (!this.#awaited.isAwaited(hash)) continue;
      const fee = feeOf(transaction)?.toString() ?? null;
      const committed = objectToValue({ state: "committed", height: BigInt(height), fee });
      const dropped = droppedFate({ reason: OTHER_SIGNER, height });
      this.#awaited.tell(hash, (publicKey) => (publicKey === public_key ? committed : dropped));
    }
  }

  /** Submits the transactions of undone blocks again. Those that the chain no longer accepts are dropped. */
  resubmit(transactions: readonly SignedTransaction[]): void {
    for (const transaction of transactions) {
      this.submit(transaction).catch((error: unknown) =>
        this.noteDropped(transaction.hash, messageOf(error)),
      );
    }
  }

  /** Submits the transactions that the last run kept. */
  async restore(): Promise<void> {
    if (this.#options.stopReason() === null) await this.#carried.restore();
  }

  /** Keeps the pending transactions for the next start. */
  async save(): Promise<void> {
    const reason = this.#options.stopReason();
    // While blocks are lost, the kept transactions were not restored: they must not be overwritten. Without a directory
    // there is no place for them.
    if (reason === null || reason.code === keyInUse.code) await this.#carried.save();
  }

  /** Resolves when no transaction is being admitted. */
  settled(): Promise<void> {
    return this.#admission.settled();
  }

  /** Notes that a slot holder has taken a transaction of this node's pool. */
  noteForwarded(hash: string): void {
    const { pool, events } = this.#options;
    const own = this.#own.get(hash);
    if (pool.get(hash) === undefined || own?.state === "forwarded") return;
    this.#own.set(hash, { isCounted: own?.isCounted === true, state: "forwarded" });
    events.tellForwarded(hash);
  }

  /** Whether the loss of a transaction counts: one that takes much of a block is the first that finds no room. */
  #isCounted(hash: string): boolean {
    const { pool, ledger } = this.#options;
    const prepared = pool.get(hash);
    if (prepared === undefined) return true;
    return fitsInto(loadOf(prepared), partOf(blockRoom(ledger.network), COUNTED_PART));
  }

  noteDropped(hash: string, message: string): void {
    const { ledger, observer, events, log } = this.#options;
    const reason = message.length > MAX_REASON ? detached(`${message.slice(0, MAX_REASON)}…`) : message;
    const { height } = ledger.tip;
    this.#dropped.note(hash, { reason, height });
    const isLate = reason === TOO_LATE;
    // What another node accepted first is promised there.
    if (isLate && this.#own.get(hash)?.isCounted === true) this.losses.noteLost();
    observer?.onDropped(isLate ? "too_late" : "failed");
    events.tellDropped({ hash, reason, height });
    this.#awaited.tell(hash, () => this.#fateOf(hash));
    const fields = { hash, reason, height };
    log({ level: "info", module: "consensus", message: "transaction dropped", fields });
  }

  noteTurn(): void {
    this.#turns.tell();
  }

  /**
   * Resolves when all these transactions are in blocks. Throws `TRANSACTION_DROPPED` when one left the pool otherwise.
   */
  async whenIncluded(hashes: readonly string[]): Promise<void> {
    let wake = (): void => undefined;
    const end = this.#turns.add(() => wake());
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

  /**
   * Adds `fate` beside the `[]` that GetTransaction answers for a transaction in no block, when the node knows what
   * became of it (PROTOCOL 13.11, 15.2). Returns every other answer unchanged.
   */
  withFate(answer: Answer, record: RequestRecord): Answer {
    const target = unknownTransactionIn(record, answer);
    const fate = target === null ? null : this.#fateOf(target);
    return fate === null ? answer : { ...answer, siblings: { fate } };
  }

  #fateOf(hash: string): Value {
    if (this.#options.pool.get(hash) !== undefined)
      return new Map([["state", this.#own.get(hash)?.state ?? "pooled"]]);
    const known = this.#dropped.get(hash);
    return known === undefined ? null : droppedFate(known);
  }

  async #areIncluded(hashes: readonly string[]): Promise<boolean> {
    const { store, pool } = this.#options;
    if (hashes.some((hash) => pool.get(hash) !== undefined)) return false;
    // The pool was read first: a transaction that it no longer holds is committed or dropped by now.
    const known = await store.knownTransactions(hashes);
    const lost = hashes.find((hash) => !known.has(hash));
    if (lost === undefined) return true;
    throw transactionDropped({ hash: lost, ...this.#dropped.get(lost) });
  }
}

/** An accepted transaction that left the pool without a block. */
interface DroppedTransaction {
  /** One sentence: a contract's message, or that a block left it out. */
  readonly reason: string;
  /** The height of the main chain when it was dropped. */
  readonly height: number;
}

interface OwnTransaction {
  /** Whether a slot holder has taken it. */
  readonly state: "pooled" | "forwarded";
  readonly isCounted: boolean;
}

function droppedFate({ reason, height }: DroppedTransaction): Value {
  return objectToValue({ state: "dropped", reason, height: BigInt(height) });
}

const OTHER_SIGNER = "A block holds a copy of the transaction by another signer. ";

/** The part of a block from which on a transaction's loss does not count. */
const COUNTED_PART = 64;
const KEPT_OWN = { maxSize: DEFAULT_POOL_LIMITS.maxTransactions, sizeCalculation: () => 1 };
/** A reason that is longer is cut: a contract's message may have millions of characters. */
const MAX_REASON = 1024;
/** An entry takes this and its reason, measured. */
const DROPPED_BYTES = 512;
/** The most bytes: 10,000 without a reason, 2,000 with the longest. */
const KEPT_DROPPED_BYTES = 10_000 * DROPPED_BYTES;

/** The last transactions that this node accepted and then dropped, by hash (PROTOCOL 13.11, 15.2). */
export class DroppedTransactions {
  readonly #dropped = new LRUCache<string, DroppedTransaction>({
    maxSize: KEPT_DROPPED_BYTES,
    sizeCalculation: ({ reason }) => DROPPED_BYTES + 2 * reason.length,
  });

  get(hash: string): DroppedTransaction | undefined {
    return this.#dropped.peek(hash);
  }

  note(hash: string, dropped: DroppedTransaction): void {
    this.#dropped.set(hash, dropped);
  }
}
