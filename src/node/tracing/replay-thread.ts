import { Worker } from "node:worker_threads";
import type { Clock } from "../../consensus/clock.js";
import type { NetworkDefinition } from "../../records/network.js";
import type { StoreReader } from "../../store/store.js";
import type { ReplayJob } from "./replay-job.js";
import {
  errorToText,
  textToError,
  type FromReplayThread,
  type ReaderQuestion,
  type ReplayStart,
  type ToReplayThread,
} from "./replay-messages.js";
import * as errors from "../errors.js";

export interface ReplayLimits {
  /** How many jobs may wait, in total and of one caller; further ones are refused. */
  readonly waiting: number;
  readonly waitingPerCaller: number;
  /** How long one may take. */
  readonly timeMs: number;
  /** The longest answer, in characters. */
  readonly length: number;
}

const DEFAULT_LIMITS: ReplayLimits = { waiting: 16, waitingPerCaller: 4, timeMs: 10_000, length: 16_000_000 };
const MEMORY_MB = 256;

interface WaitingReplay {
  readonly job: ReplayJob;
  readonly caller: string;
  readonly store: StoreReader;
  readonly resolve: (json: string) => void;
  readonly reject: (error: Error) => void;
}

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
  readonly #definition: NetworkDefinition;
  readonly #clock: Clock;
  readonly #limits: ReplayLimits;
  readonly #waiting: WaitingReplay[] = [];
  #worker: Worker | null = null;
  #current: WaitingReplay | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ store, definition, clock, limits }: ReplayThreadOptions) {
    this.#store = store;
    this.#definition = definition;
    this.#clock = clock;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * Does a job and returns its answer as JSON. Throws `REPLAY_BUSY` when too many wait, `REPLAY_TIME` or `REPLAY_LENGTH`
   * when it takes too much, and what replaying throws.
   *
   * @param store the chain that the job is done on.
   */
  run(job: ReplayJob, caller = "", store = this.#store): Promise<string> {
    const { waiting, waitingPerCaller } = this.#limits;
    const ofCaller = this.#waiting.filter((other) => other.caller === caller).length;
    if (this.#isClosed || this.#waiting.length >= waiting || ofCaller >= waitingPerCaller)
      return Promise.reject(errors.replayBusy());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, caller, store, resolve, reject });
      this.#next();
    });
  }

  /** Ends the thread. Jobs that wait are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(errors.replayBusy());
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#current !== null) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#current = next;
    this.#worker ??= this.#start();
    this.#timer = setTimeout(() => this.#giveUp(), this.#limits.timeMs);
    this.#send({ job: next.job, nowUs: this.#clock.nowUs() });
  }

  #start(): Worker {
    const worker = new Worker(new URL("replay-worker.js", import.meta.url), {
      workerData: { definition: this.#definition, length: this.#limits.length } satisfies ReplayStart,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.unref();
    worker.on("message", (message: FromReplayThread) => {
      // A thread that was given up may have answered already: the answer is not the next job's.
      if (this.#worker !== worker) return;
      if ("ask" in message) void this.#answer(worker, message);
      else if ("json" in message) this.#finish(({ resolve }) => resolve(message.json));
      else this.#finish(({ reject }) => reject(textToError(message.error)));
    });
    // A thread that has no more memory ends with an error.
    worker.on("error", (error) => this.#end(worker, isOutOfMemory(error) ? errors.replayMemory() : error));
    worker.on("exit", () => this.#end(worker, errors.replayBusy()));
    return worker;
  }

  #end(worker: Worker, reason: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#finish(({ reject }) => reject(reason));
  }

  #giveUp(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
    this.#finish(({ reject }) => reject(errors.replayTime({ seconds: this.#limits.timeMs / 1000 })));
  }

  #finish(tell: (job: WaitingReplay) => void): void {
    clearTimeout(this.#timer);
    const current = this.#current;
    this.#current = null;
    if (current !== null) tell(current);
    this.#next();
  }

  async #answer(worker: Worker, { ask, method, given }: ReaderQuestion): Promise<void> {
    let reply: ToReplayThread;
    // The thread does one job at a time, and asks for nothing else.
    const store = this.#current?.store ?? this.#store;
    try {
      const answer = store[method] as (...given: readonly unknown[]) => Promise<unknown>;
      reply = { answered: ask, value: await answer.apply(store, [...given]) };
    } catch (error) {
      reply = { answered: ask, error: errorToText(error) };
    }
    if (this.#worker === worker) this.#send(reply);
  }

  #send(message: ToReplayThread): void {
    this.#worker?.postMessage(message);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
