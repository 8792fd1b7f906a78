/**
 * Runs tasks one after the other, in the order they came: only one at a time may change a chain. A task must not wait
 * for another task of its own lane.
 */
export class Lane {
  #last: Promise<void> = Promise.resolve();

  /** Settles as the task does, once those before it have ended, well or not. */
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

/** How a task ended is told to whoever ran it. */
function ended(): void {}
