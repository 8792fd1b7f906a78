import { availableParallelism } from "node:os";
import {
  runRequest,
  collectStateKeys,
  execute,
  within,
  type Budget,
  type WorkDone,
} from "../../vm/machine.js";
import { requestOutcome, type Runner, type Runners } from "./runner.js";
import { ThreadPool } from "./thread-pool.js";

/** The work done in a few milliseconds, twenty times that of a transfer. */
export const LIGHT_WORK = 524_288;
/**
 * The limit while no thread has room. Work beyond it is refused, and finding this out for every caller must not take
 * all the processor time there is.
 */
const LIGHT_WORK_WHEN_FULL = 131_072;

/**
 * Runs in the caller's thread or in another: every run begins here, and one that exceeds light work is given up and
 * repeated as a whole in a thread. Nearly all are light, and it need not be known beforehand which are not.
 */
export function threadedRunner(threads: ThreadPool): Runner {
  const lightWorkNow = (): number => (threads.hasRoom ? LIGHT_WORK : LIGHT_WORK_WHEN_FULL);
  return {
    collect(call, budget) {
      const lightWork = lightWorkNow();
      const light = collectStateKeys(call, { budget: lighter(budget, lightWork) });
      return isWhole(light, budget, lightWork) ? light : threads.collect(call, budget);
    },
    execute(call, state, budget) {
      const lightWork = lightWorkNow();
      const light = execute(call, state, { budget: lighter(budget, lightWork) });
      return isWhole(light, budget, lightWork) ? light : threads.execute(call, state, budget);
    },
    executeOn: (call, load, budget) => threads.executeOn(call, load, budget),
    async answer(call, source) {
      const lightWork = lightWorkNow();
      const light = await runRequest(call, source, { budget: within(lightWork) });
      return light.cost <= lightWork ? requestOutcome(light) : threads.answer(call, source);
    },
  };
}

/** Light by the second table, whatever the budget allows: what is dear to this node never runs in the main thread. */
function lighter({ work, cost }: Budget, lightWork: number): Budget {
  return { work, cost: Math.min(cost, lightWork) };
}

/** Work is counted before it is done, so only a run that was stopped for it has counted more than light work. */
function isWhole(done: WorkDone, budget: Budget, lightWork: number): boolean {
  return done.cost <= lightWork || done.work > budget.work || done.cost > budget.cost;
}

/** As many as a chain needs, which executes one block at a time. */
const BLOCK_THREADS = 1;
const MAX_CALLER_THREADS = 4;
/** How many calls may wait for a thread: about two seconds of work. */
const WAITING_CALLERS = 16;
/** One and a half times what the heaviest calls took that were measured. */
const CALLER_MEMORY_MB = 48;

/**
 * The threads of one process for long runs of the machine. Blocks have a thread of their own, so that free requests
 * never delay them.
 */
export class MachineThreads {
  readonly #blocks = new ThreadPool({ threads: BLOCK_THREADS, waiting: Number.POSITIVE_INFINITY });
  readonly #callers = new ThreadPool({
    threads: Math.min(MAX_CALLER_THREADS, Math.max(1, availableParallelism() - 1)),
    waiting: WAITING_CALLERS,
    memoryMb: CALLER_MEMORY_MB,
  });
  readonly runners: Runners = {
    blocks: threadedRunner(this.#blocks),
    callers: threadedRunner(this.#callers),
  };

  /** Ends the calls of users, so that a node that stops waits for none of them: they are rejected with `MACHINE_THREAD`. */
  endCallers(): Promise<void> {
    return this.#callers.close();
  }

  /** Ends the threads. Waiting and later calls are rejected with `MACHINE_THREAD`. */
  async close(): Promise<void> {
    await Promise.all([this.#blocks.close(), this.#callers.close()]);
  }
}
