import { Worker } from "node:worker_threads";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type ChainError, messageOf } from "../../codec/chain-error.js";
import { assertLimit } from "./kernel.js";
import type { MiningJob, MiningResult } from "./mining-job.js";
import type { MiningWorkerData } from "./mining-worker.js";
import { assertPrefix, SALT_DIGITS } from "./nonce.js";
import type { SearchOrder, SearchReport } from "./search-loop.js";
import * as errors from "../errors.js";

export interface MinerOptions {
  readonly threads: number;
  /** The share of time that each thread searches: above 0, at most 1. */
  readonly duty: number;
  /** Random bytes for each thread's salt, so that no two miners try the same nonces. */
  readonly random: (length: number) => Uint8Array;
  /** µs since 1970-01-01T00:00:00Z. */
  readonly now: () => number;
  /** Called with a proof for the current job. The miner then waits for another job. */
  readonly onFound: (result: MiningResult) => void;
  /** Called when a thread fails (`MINING_THREAD`); the others continue. */
  readonly onFailure: (error: ChainError) => void;
  /** Called a few times a second with the number of tries since the last call. */
  readonly onTried?: ((tries: number) => void) | undefined;
}

export interface MinerStatus {
  readonly mining: boolean;
  readonly threads: number;
  readonly duty: number;
  /** The average number of tries a second over the last ten seconds. */
  readonly hash_rate: number;
}

const RATE_WINDOW_US = 10_000_000;
const MAX_THREADS = 256;

/** Searches nonces for jobs in its own threads (PROTOCOL 10.3). The threads never keep the process alive. */
export class Miner {
  readonly #options: MinerOptions;
  readonly #threads = new Set<Worker>();
  readonly #hashRate: HashRate;
  #job: MiningJob | null = null;

  /** Throws `MINING_THREADS` or `MINING_DUTY`. */
  constructor(options: MinerOptions) {
    const { threads, duty, now } = options;
    if (!Number.isInteger(threads) || threads < 1 || threads > MAX_THREADS)
      throw errors.miningThreads({ threads, limit: MAX_THREADS });
    if (!(duty > 0 && duty <= 1)) throw errors.miningDuty({ duty });
    this.#options = options;
    this.#hashRate = new HashRate(RATE_WINDOW_US, now());
  }

  /** Starts the threads, with the current job if there is one. Does nothing when they run. */
  start(): void {
    if (this.#threads.size > 0) return;
    this.#hashRate.restart(this.#options.now());
    for (let count = 0; count < this.#options.threads; count++) this.#startThread();
  }

  /** Stops the threads, even during a search. Resolves when they have ended; the job stays. */
  async stop(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.clear();
    await Promise.all(threads.map(async (thread) => thread.terminate()));
  }

  /** Replaces the current job; null stops the search. Throws `MINING_PREFIX` or `MINING_LIMIT`. */
  work(job: MiningJob | null): void {
    if (job !== null) {
      assertPrefix(job.prefix);
      assertLimit(job.limit);
    }
    this.#job = job;
    for (const thread of this.#threads) thread.postMessage(orderOf(job));
  }

  status(): MinerStatus {
    return {
      mining: this.#threads.size > 0,
      threads: this.#threads.size,
      duty: this.#options.duty,
      hash_rate: this.#hashRate.perSecond(this.#options.now()),
    };
  }

  #startThread(): void {
    const { duty, random } = this.#options;
    const data: MiningWorkerData = { salt: bytesToHex(random(SALT_DIGITS / 2)), duty };
    const thread = new Worker(new URL("mining-worker.js", import.meta.url), { workerData: data });
    this.#threads.add(thread);
    thread.on("message", (report: SearchReport) => {
      if (this.#threads.has(thread)) this.#takeReport(report);
    });
    thread.on("error", (error) => {
      if (this.#threads.delete(thread))
        this.#options.onFailure(errors.miningThread({ reason: messageOf(error) }, { cause: error }));
    });
    thread.postMessage(orderOf(this.#job));
    // After the listeners are added: a message listener makes the thread keep the process alive again.
    thread.unref();
  }

  #takeReport({ prefix, tried, nonce }: SearchReport): void {
    const now = this.#options.now();
    this.#hashRate.add(tried, now);
    this.#options.onTried?.(tried);
    // Reports of a replaced job may still arrive.
    if (prefix !== this.#job?.prefix) return;
    if (now >= this.#job.valid_until) return this.work(null);
    if (nonce === null) return;
    this.work(null);
    this.#options.onFound({ prefix, nonce });
  }
}

function orderOf(job: MiningJob | null): SearchOrder | null {
  return job === null ? null : { prefix: job.prefix, limit: job.limit };
}

/** Tries a second over the last few seconds. Times are µs of a monotonic clock. */
export class HashRate {
  readonly #windowUs: number;
  #startedUs: number;
  #samples: { readonly atUs: number; readonly tried: number }[] = [];

  constructor(windowUs: number, startedUs: number) {
    this.#windowUs = windowUs;
    this.#startedUs = startedUs;
  }

  /** Starts again, so that a pause does not count as time without tries. */
  restart(atUs: number): void {
    this.#startedUs = atUs;
    this.#samples = [];
  }

  add(tried: number, atUs: number): void {
    this.#forgetBefore(atUs - this.#windowUs);
    this.#samples.push({ atUs, tried });
  }

  perSecond(atUs: number): number {
    this.#forgetBefore(atUs - this.#windowUs);
    const measuredUs = Math.min(this.#windowUs, atUs - this.#startedUs);
    const tried = this.#samples.reduce((sum, sample) => sum + sample.tried, 0);
    return measuredUs > 0 ? Math.round((tried * 1_000_000) / measuredUs) : 0;
  }

  #forgetBefore(limitUs: number): void {
    this.#samples = this.#samples.filter(({ atUs }) => atUs > limitUs);
  }
}
