import { availableParallelism } from "node:os";
import type { SignedHash } from "../../records/transaction.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "./signature-verifier.js";
import { Worker } from "node:worker_threads";
import type { ChainError } from "../../codec/chain-error.js";
import { batchToText } from "./signature-batch.js";
import * as errors from "../errors.js";

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
  #pending = 0;
  #isClosed = false;

  /**
   * Starts the first thread ahead of the first call. On a busy machine the start takes seconds, and a verification that
   * waits for it would be too late for its round.
   */
  warmUp(): void {
    if (this.#threads.size === 0 && !this.#isClosed) this.#start();
  }

  /** How many signatures wait for a thread or are being verified in one. */
  get pending(): number {
    return this.#pending;
  }

  async verify(signed: readonly SignedHash[]): Promise<readonly boolean[]> {
    if (signed.length <= MAX_INLINE || this.#isBeforeThreads(signed.length))
      return INLINE_VERIFIER.verify(signed);
    const batches: Promise<readonly boolean[]>[] = [];
    for (let start = 0; start < signed.length; start += BATCH) {
      batches.push(this.#enqueue(signed.slice(start, start + BATCH)));
    }
    this.#pending += signed.length;
    try {
      return (await Promise.all(batches)).flat();
    } finally {
      this.#pending -= signed.length;
    }
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

interface Asked {
  readonly resolve: (verdicts: readonly boolean[]) => void;
  readonly reject: (error: ChainError) => void;
}

/** One thread that verifies, and the batches that it has not answered yet, in the order of the calls. */
class SignatureThread {
  readonly #worker = new Worker(new URL("signature-worker.js", import.meta.url));
  readonly #asked: Asked[] = [];
  #failure: unknown;

  /** @param onEnd called when the thread takes no more batches. */
  constructor(onEnd: () => void) {
    this.#worker.on("message", (verdicts: readonly boolean[]) => this.#asked.shift()?.resolve(verdicts));
    this.#worker.on("error", (error) => {
      this.#failure = error;
    });
    this.#worker.on("exit", () => {
      onEnd();
      for (const { reject } of this.#asked.splice(0)) reject(signatureThreadEnded(this.#failure));
    });
  }

  get load(): number {
    return this.#asked.length;
  }

  ask(signed: readonly SignedHash[]): Promise<readonly boolean[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#worker.postMessage(batchToText(signed));
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

function signatureThreadEnded(cause?: unknown): ChainError {
  return errors.signatureThread({}, { cause });
}
