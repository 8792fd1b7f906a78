/**
 * Runs tasks one after the other, in order of arrival: only one may change a chain at a time. A task must not wait for
 * another task of its own lane.
 */
export class Lane {
  #last: Promise<void> = Promise.resolve();

  /** Settles with the task's result, once the tasks before it have ended or failed. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.then(ended, ended);
    return result;
  }

  /** Resolves when the tasks that are waiting now have ended. */
  settled(): Promise<void> {
    return this.#last;
  }
}

/** The caller of `run` receives the result or the error. */
function ended(): void {}
