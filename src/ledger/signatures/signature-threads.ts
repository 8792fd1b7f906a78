import { availableParallelism } from "node:os";
import type { SignedHash } from "../../records/transaction.js";
import { SignatureThread, signatureThreadEnded } from "./signature-thread.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "./signature-verifier.js";

/** Sending so few to a thread takes longer than verifying them. */
const MAX_INLINE = 2;
/** A thread takes as long to start as these take to verify: a short chain needs none. */
const MAX_BEFORE_THREADS = 256;
/** What a thread verifies in a few milliseconds: a small call does not wait long behind a large one. */
const BATCH = 64;
/** Each verifies about ten thousand signatures a second, so the rest of the node is slower, and takes ten megabytes. */
const MAX_THREADS = 8;
/** A thread has its next batch at hand; further batches wait here, so that messages never pile up. */
const BATCHES_A_THREAD = 2;

interface Batch {
  readonly signed: readonly SignedHash[];
  readonly resolve: (verdicts: Promise<readonly boolean[]>) => void;
}

/**
 * Verifies in threads, one fewer than there are processors, at least one and at most eight. One per process is enough.
 * Threads start when they are first needed.
 */
export class SignatureThreads implements SignatureVerifier {
  readonly #maxThreads = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
  readonly #threads = new Set<SignatureThread>();
  readonly #waiting: Batch[] = [];
  /** The number of signatures that were verified before any thread was started. */
  #before = 0;
  #isClosed = false;

  /**
   * Starts the first thread ahead of the first call. On a busy machine the start takes seconds, and a verification that
   * waits for it would be too late for its round.
   */
  warmUp(): void {
    if (this.#threads.size === 0 && !this.#isClosed) this.#start();
  }

  async verify(signed: readonly SignedHash[]): Promise<readonly boolean[]> {
    if (signed.length <= MAX_INLINE || this.#isBeforeThreads(signed.length))
      return INLINE_VERIFIER.verify(signed);
    const batches: Promise<readonly boolean[]>[] = [];
    for (let start = 0; start < signed.length; start += BATCH) {
      batches.push(this.#enqueue(signed.slice(start, start + BATCH)));
    }
    return (await Promise.all(batches)).flat();
  }

  /** Ends the threads. Waiting and later calls are rejected with `SIGNATURE_THREAD`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(Promise.reject(signatureThreadEnded()));
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  #isBeforeThreads(count: number): boolean {
    if (this.#isClosed || this.#threads.size > 0 || this.#before + count > MAX_BEFORE_THREADS) return false;
    this.#before += count;
    return true;
  }

  #enqueue(signed: readonly SignedHash[]): Promise<readonly boolean[]> {
    if (this.#isClosed) return Promise.reject(signatureThreadEnded());
    return new Promise((resolve) => {
      this.#waiting.push({ signed, resolve });
      this.#handOut();
    });
  }

  #handOut(): void {
    for (let batch = this.#waiting[0]; batch !== undefined; batch = this.#waiting[0]) {
      const thread = this.#freeThread();
      if (thread === null) return;
      this.#waiting.shift();
      const verdicts = thread.ask(batch.signed);
      batch.resolve(verdicts);
      const handOn = (): void => this.#handOut();
      verdicts.then(handOn, handOn);
    }
  }

  /** The thread with the fewest batches; a new one while all are busy and there may be more. */
  #freeThread(): SignatureThread | null {
    const [idlest] = [...this.#threads].toSorted((left, right) => left.load - right.load);
    if (idlest !== undefined && idlest.load === 0) return idlest;
    if (this.#threads.size < this.#maxThreads) return this.#start();
    return idlest !== undefined && idlest.load < BATCHES_A_THREAD ? idlest : null;
  }

  #start(): SignatureThread {
    const thread: SignatureThread = new SignatureThread(() => {
      this.#threads.delete(thread);
    });
    this.#threads.add(thread);
    return thread;
  }
}
