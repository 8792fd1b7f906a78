import type { Clock } from "./clock.js";

interface Task {
  readonly atUs: number;
  /** Tasks due at the same time run in the order in which they were scheduled. */
  readonly order: number;
  readonly run: () => void | Promise<void>;
}

/**
 * A clock that advances only on request, for tests, simulations and the console's sandbox. A due task completes before
 * the next one starts, so runs are deterministic.
 */
export class VirtualClock implements Clock {
  #nowUs: number;
  #order = 0;
  readonly #tasks: Task[] = [];

  constructor(startUs: number) {
    this.#nowUs = startUs;
  }

  nowUs(): number {
    return this.#nowUs;
  }

  schedule(delayUs: number, run: () => void | Promise<void>): () => void {
    const task = { atUs: this.#nowUs + Math.max(0, delayUs), order: (this.#order += 1), run };
    this.#tasks.push(task);
    return () => {
      const index = this.#tasks.indexOf(task);
      if (index >= 0) this.#tasks.splice(index, 1);
    };
  }

  /** Lets time pass. Runs every task that falls due, in order of time and then of scheduling. */
  async advance(us: number): Promise<void> {
    const endUs = this.#nowUs + us;
    for (;;) {
      const next = this.#takeDue(endUs);
      if (next === undefined) break;
      this.#nowUs = Math.max(this.#nowUs, next.atUs);
      await next.run();
    }
    this.#nowUs = endUs;
  }

  #takeDue(endUs: number): Task | undefined {
    let first = -1;
    for (const [index, task] of this.#tasks.entries()) {
      const best = this.#tasks[first];
      if (task.atUs > endUs) continue;
      if (
        best === undefined ||
        task.atUs < best.atUs ||
        (task.atUs === best.atUs && task.order < best.order)
      ) {
        first = index;
      }
    }
    return first < 0 ? undefined : this.#tasks.splice(first, 1)[0];
  }
}
