import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { SignedTransaction } from "../../records/transaction.js";
import type { SignatureBatch, SignatureVerdict } from "./signature-worker.js";

/** Says of transactions whether all are signed by their signers, beside what the caller does meanwhile. */
export interface SignatureVerifier {
  areSigned(transactions: readonly SignedTransaction[]): Promise<boolean>;
  close(): Promise<void>;
}

/** Knows of nothing: every signature is left to whoever checks the block. */
export const LATER: SignatureVerifier = { areSigned: async () => false, close: async () => undefined };

interface Waiting {
  readonly resolve: (areSigned: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Verifies in threads, one fewer than there are processors, and at least one. */
export function createSignatureVerifier(): SignatureVerifier {
  const threads = Array.from({ length: Math.max(1, availableParallelism() - 1) }, () => new VerifierThread());
  let next = 0;
  return {
    async areSigned(transactions) {
      const thread = threads[next % threads.length];
      next += 1;
      return thread === undefined ? false : thread.ask(transactions);
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

class VerifierThread {
  readonly #worker = new Worker(new URL("signature-worker.js", import.meta.url));
  /** By the number of their batch. */
  readonly #waiting = new Map<number, Waiting>();
  #batches = 0;
  #failure: Error | null = null;

  constructor() {
    this.#worker.on("message", ({ batch, areSigned }: SignatureVerdict) => {
      this.#waiting.get(batch)?.resolve(areSigned);
      this.#waiting.delete(batch);
    });
    this.#worker.on("error", (error: Error) => {
      this.#failure = error;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  ask(transactions: readonly SignedTransaction[]): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      const batch = (this.#batches += 1);
      this.#waiting.set(batch, { resolve, reject });
      const signatures = transactions.map(
        ({ hash, public_key, signature }) => [hash, public_key, signature] as const,
      );
      this.#worker.postMessage({ batch, signatures } satisfies SignatureBatch);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
