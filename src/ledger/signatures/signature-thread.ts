import { Worker } from "node:worker_threads";
import type { ChainError } from "../../codec/chain-error.js";
import type { SignedHash } from "../../records/transaction.js";
import { batchToText } from "./signature-batch.js";
import * as errors from "../errors.js";

interface Asked {
  readonly resolve: (verdicts: readonly boolean[]) => void;
  readonly reject: (error: ChainError) => void;
}

/** One thread that verifies, and the batches that it has not answered yet, in the order of the calls. */
export class SignatureThread {
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

  /** The number of unanswered batches. */
  get load(): number {
    return this.#asked.length;
  }

  ask(signed: readonly SignedHash[]): Promise<readonly boolean[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#worker.postMessage(batchToText(signed));
    });
  }

  /** Rejects the unanswered batches. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The error of a batch that was not verified. */
export function signatureThreadEnded(cause?: unknown): ChainError {
  return errors.signatureThread({}, { cause });
}
