import type { Clock } from "../../consensus/clock.js";

interface Task {
  readonly atUs: number;
  /** Tasks that fall due together run in the order in which they were scheduled. */
  readonly order: number;
  readonly run: () => void | Promise<void>;
}

/**
 * A clock that stands still until it is told to go: for tests, simulations and the console's sandbox. A task that is
 * due runs to its end before the next one, so a run is the same every time.
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

  /** Lets time pass; every task that falls due on the way runs, in order of time and then of scheduling. */
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
