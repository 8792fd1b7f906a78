import {
  answerRequest,
  collectStateKeys,
  execute,
  MAX_REQUEST_WORK,
  type ProgramCall,
  type Execution,
  type RequestSource,
  type StateKeys,
  type StateView,
} from "../../vm/machine.js";
import { requestOutcome, type Eventually, type Outcome, type RequestOutcome, type Runner } from "./runner.js";
import type { ThreadPool } from "./thread-pool.js";

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
export class ThreadedRunner implements Runner {
  readonly #threads: ThreadPool;

  constructor(threads: ThreadPool) {
    this.#threads = threads;
  }

  collect(call: ProgramCall, maxWork: number): Eventually<StateKeys> {
    const lightWork = this.#lightWork();
    const light = collectStateKeys(call, { maxWork: Math.min(maxWork, lightWork) });
    return isWhole(light, maxWork, lightWork) ? light : this.#threads.collect(call, maxWork);
  }

  execute(call: ProgramCall, state: StateView, maxWork: number): Eventually<Outcome> {
    const lightWork = this.#lightWork();
    const light = execute(call, state, { maxWork: Math.min(maxWork, lightWork) });
    return isWhole(light, maxWork, lightWork) ? light : this.#threads.execute(call, state, maxWork);
  }

  executeOn(call: ProgramCall, load: () => Promise<StateView>, maxWork: number): Promise<Outcome> {
    return this.#threads.executeOn(call, load, maxWork);
  }

  async answer(call: ProgramCall, source: RequestSource): Promise<RequestOutcome> {
    const lightWork = this.#lightWork();
    const light = await answerRequest(call, source, { maxWork: lightWork });
    return isWhole(light, MAX_REQUEST_WORK, lightWork)
      ? requestOutcome(light)
      : this.#threads.answer(call, source);
  }

  #lightWork(): number {
    return this.#threads.hasRoom ? LIGHT_WORK : LIGHT_WORK_WHEN_FULL;
  }
}

/** Work is counted before it is done, so only a run that was stopped for it has counted more than light work. */
function isWhole({ work }: StateKeys | Execution, maxWork: number, lightWork: number): boolean {
  return maxWork <= lightWork || work <= lightWork;
}
