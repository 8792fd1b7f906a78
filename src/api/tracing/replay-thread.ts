import type { Clock } from "../../base/clock/clock.js";
import type { NetworkDefinition } from "../../records/network.js";
import { WorkerPool } from "../../ledger/machine/worker-pool.js";
import type { StoreReader } from "../../store/store.js";
import { allOf } from "../../store/reads.js";
import type { ReplayJob } from "./replay-job.js";
import {
  textToError,
  type ReaderQuestion,
  type ReplayResult,
  type ReplayStart,
  type ReplayTask,
} from "./replay-messages.js";
import * as errors from "../errors.js";

export interface ReplayLimits {
  /** How many jobs may wait, in total and of one caller; further ones are refused. */
  readonly waiting: number;
  readonly waitingPerCaller: number;
  readonly timeMs: number;
  /** The longest answer, in characters. */
  readonly length: number;
}

const DEFAULT_LIMITS: ReplayLimits = { waiting: 16, waitingPerCaller: 4, timeMs: 10_000, length: 4_000_000 };
/** The longest trace takes less than 28; with 40, hostile calls one after the other ended two threads in a minute. */
const MEMORY_MB = 48;
/** A thread without a job ends after this time, and its memory is free. */
const IDLE_MS = 60_000;

interface ReplayThreadOptions {
  readonly store: StoreReader;
  readonly definition: NetworkDefinition;
  readonly clock: Clock;
  readonly limits?: Partial<ReplayLimits>;
}

/**
 * Executes calls again for readers of the chain, one after the other in a thread of its own, so that neither their
 * number nor their work delays the node. The thread starts with the first job, and again after one that took too long.
 */
export class ReplayThread {
  readonly #store: StoreReader;
  readonly #clock: Clock;
  readonly #limits: ReplayLimits;
  readonly #workers: WorkerPool<ReplayTask, ReaderQuestion, ReplayResult>;
  /** The number of jobs that wait, by caller. */
  readonly #waiting = new Map<string, number>();

  constructor({ store, definition, clock, limits }: ReplayThreadOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    const { waiting, length } = this.#limits;
    this.#workers = new WorkerPool({
      threads: 1,
      waiting,
      memoryMb: MEMORY_MB,
      idleMs: IDLE_MS,
      script: new URL("replay-worker.js", import.meta.url),
      data: { definition, length } satisfies ReplayStart,
      busy: () => errors.replayBusy(),
      outOfMemory: () => errors.replayMemory(),
      ended: (cause) => (cause instanceof Error ? cause : errors.replayBusy()),
    });
  }

  /**
   * Does a job and returns its answer as JSON. Throws `REPLAY_BUSY` when too many wait, `REPLAY_TIME` or `REPLAY_LENGTH`
   * when it takes too much, and what replaying throws.
   *
   * @param store the chain that the job is done on.
   */
  async run(job: ReplayJob, caller = "", store = this.#store): Promise<string> {
    const { waitingPerCaller, timeMs } = this.#limits;
    if ((this.#waiting.get(caller) ?? 0) >= waitingPerCaller) throw errors.replayBusy();
    const leave = this.#enter(caller);
    const begin = (): ReplayTask => {
      leave();
      return { job, nowUs: this.#clock.nowUs() };
    };
    const late = { ms: timeMs, error: () => errors.replayTime({ seconds: timeMs / 1000 }) };
    try {
      const result = await this.#workers.run(begin, (question) => answer(store, question), late);
      if ("error" in result) throw textToError(result.error);
      return result.json;
    } finally {
      leave();
    }
  }

  /** Ends the thread. Jobs that wait are rejected. */
  close(): Promise<void> {
    return this.#workers.close();
  }

  /** Counts a job of a caller as waiting, until the returned function is called. */
  #enter(caller: string): () => void {
    this.#waiting.set(caller, (this.#waiting.get(caller) ?? 0) + 1);
    let isWaiting = true;
    return () => {
      if (!isWaiting) return;
      isWaiting = false;
      const left = (this.#waiting.get(caller) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(caller);
      else this.#waiting.set(caller, left);
    };
  }
}

function answer(store: StoreReader, { method, given }: ReaderQuestion): Promise<unknown> {
  const read = store[method] as (...given: readonly unknown[]) => Promise<unknown> | AsyncIterable<unknown>;
  const found = read.apply(store, [...given]);
  return Symbol.asyncIterator in found ? allOf(found) : found;
}
