import { availableParallelism } from "node:os";
import { ThreadPool } from "./thread-pool.js";
import type { Runners } from "./runner.js";
import { ThreadedRunner } from "./threaded-runner.js";

/** As many as a chain needs, which executes one block at a time. */
const BLOCK_THREADS = 1;
const MAX_CALLER_THREADS = 4;
/** How many calls may wait for a thread: about two seconds of work. */
const WAITING_CALLERS = 16;

/**
 * The threads of one process for long runs of the machine. Blocks have a thread of their own, so that free requests
 * never delay them.
 */
export class MachineThreads {
  readonly #blocks = new ThreadPool({ threads: BLOCK_THREADS, waiting: Number.POSITIVE_INFINITY });
  readonly #callers = new ThreadPool({
    threads: Math.min(MAX_CALLER_THREADS, Math.max(1, availableParallelism() - 1)),
    waiting: WAITING_CALLERS,
  });
  readonly runners: Runners = {
    blocks: new ThreadedRunner(this.#blocks),
    callers: new ThreadedRunner(this.#callers),
  };

  /** Ends the threads. Waiting and later calls are rejected with `MACHINE_THREAD`. */
  async close(): Promise<void> {
    await Promise.all([this.#blocks.close(), this.#callers.close()]);
  }
}
