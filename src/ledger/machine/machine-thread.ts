import { Worker } from "node:worker_threads";
import type { ChainError } from "../../codec/chain-error.js";
import type { Job, Question, Reply, Result, ThreadMessage } from "./machine-job.js";
import * as errors from "../errors.js";

/** Answers the questions that a thread asks during a job. */
export type Respond = (question: Question) => unknown;

interface Current {
  readonly respond: Respond;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Why it could not be answered. */
  failure: unknown;
}

/** One thread that runs the contract machine, and its present job. */
export class MachineThread {
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #worker = new Worker(new URL("machine-worker.js", import.meta.url), {
    workerData: this.#answered,
  });
  #current: Current | null = null;
  #hasEnded = false;
  #failure: unknown;

  /** @param onEnd called when the thread takes no more jobs. */
  constructor(onEnd: () => void) {
    this.#worker.on("message", (message: ThreadMessage) => {
      if ("result" in message) this.#finish(message.result);
      else void this.#answer(message);
    });
    this.#worker.on("error", (error) => {
      this.#failure = error;
    });
    this.#worker.on("exit", () => {
      this.#hasEnded = true;
      onEnd();
      this.#current?.reject(machineThreadEnded(this.#failure));
      this.#current = null;
    });
  }

  /** Does a job. No other may be under way. */
  run(job: Job, respond: Respond): Promise<Result> {
    if (this.#hasEnded) return Promise.reject(machineThreadEnded(this.#failure));
    return new Promise((resolve, reject) => {
      this.#current = { respond, resolve, reject, failure: undefined };
      this.#worker.postMessage(job);
    });
  }

  /** Rejects the present job. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #answer(question: Question): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    let reply: Reply = null;
    try {
      reply = { value: await current.respond(question) };
    } catch (error) {
      current.failure = error;
    }
    this.#worker.postMessage(reply);
    Atomics.add(this.#answered, 0, 1);
    Atomics.notify(this.#answered, 0);
  }

  #finish(result: Result): void {
    const current = this.#current;
    this.#current = null;
    if (result === null) current?.reject(current.failure);
    else current?.resolve(result);
  }
}

/** The error of a job that was not finished. */
export function machineThreadEnded(cause?: unknown): ChainError {
  return errors.machineThread({}, { cause });
}
