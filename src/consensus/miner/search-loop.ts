import type { Kernel, SearchTask } from "./kernel.js";
import { COUNTERS_PER_SCAN } from "./nonce.js";

/** What a thread has to search: the job's part of a task. */
export type SearchOrder = Pick<SearchTask, "prefix" | "limit">;

/** A thread's report on an order: the tries since the last report, and the nonce that ends the search. */
export interface SearchReport {
  readonly prefix: string;
  readonly tried: number;
  readonly nonce: string | null;
}

export interface SearchLoopOptions {
  readonly kernel: Kernel;
  readonly salt: string;
  /** The share of time spent searching: above 0, at most 1. */
  readonly duty: number;
  readonly report: (report: SearchReport) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Lets messages in and waits at least this long. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

const REPORT_INTERVAL_MS = 250;

/**
 * Searches in slices of a few milliseconds. Between two slices it takes a new order, and rests as the duty requires. A
 * rest too short for the clock is carried over.
 */
export class SearchLoop {
  readonly #options: SearchLoopOptions;
  #order: SearchOrder | null = null;
  #from = 0;
  #isRunning = false;
  #owedRestMs = 0;
  #unreported = 0;
  #reportedAtMs = 0;

  constructor(options: SearchLoopOptions) {
    this.#options = options;
  }

  /** Replaces the order; null stops the search. Resolves at once while it searches, else when it rests. */
  async take(order: SearchOrder | null): Promise<void> {
    if (this.#order !== null && this.#unreported > 0) this.#report(this.#order, null);
    this.#order = order;
    this.#from = 0;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#reportedAtMs = this.#options.now();
    while (this.#order !== null) {
      this.#searchSlice(this.#order);
      await this.#rest();
    }
    this.#isRunning = false;
  }

  #searchSlice(order: SearchOrder): void {
    const { kernel, salt, duty, now } = this.#options;
    const startedMs = now();
    const range = { from: this.#from, count: COUNTERS_PER_SCAN };
    const { nonce, tried } = kernel.search({ ...order, salt }, range);
    const endedMs = now();
    this.#from += tried;
    this.#unreported += tried;
    this.#owedRestMs += (endedMs - startedMs) * (1 / duty - 1);
    if (nonce !== null || endedMs - this.#reportedAtMs >= REPORT_INTERVAL_MS) this.#report(order, nonce);
    if (nonce !== null) this.#order = null;
  }

  #report({ prefix }: SearchOrder, nonce: string | null): void {
    const { report, now } = this.#options;
    report({ prefix, tried: this.#unreported, nonce });
    this.#unreported = 0;
    this.#reportedAtMs = now();
  }

  async #rest(): Promise<void> {
    const { now, pause } = this.#options;
    const owedMs = Math.floor(this.#owedRestMs);
    const startedMs = now();
    await pause(owedMs);
    // A pause that was too long shortens the next one, but is never saved up.
    if (owedMs > 0) this.#owedRestMs = Math.max(0, this.#owedRestMs - (now() - startedMs));
  }
}
