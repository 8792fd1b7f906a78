import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../src/base/clock/clock.js";

interface Task {
  readonly atUs: number;
  /** Tasks that fall due together run in the order in which they were scheduled. */
  readonly order: number;
  /** Null once it is cancelled. */
  run: (() => void | Promise<void>) | null;
}

/**
 * The time of a simulated network. A task may wait for a later event, such as an answer over the network, so time
 * advances as soon as no work continues by itself, and not when a task has ended.
 */
export class SimulatedClock implements Clock {
  #nowUs: number;
  #order = 0;
  /** A binary heap, the earliest first. */
  readonly #tasks: Task[] = [];
  readonly #onFailure: (error: unknown) => void;

  constructor(startUs: number, onFailure: (error: unknown) => void) {
    this.#nowUs = startUs;
    this.#onFailure = onFailure;
  }

  nowUs(): number {
    return this.#nowUs;
  }

  schedule(delayUs: number, run: () => void | Promise<void>): () => void {
    const task: Task = { atUs: this.#nowUs + Math.max(0, delayUs), order: (this.#order += 1), run };
    this.#push(task);
    return () => {
      task.run = null;
    };
  }

  async advance(us: number): Promise<void> {
    const endUs = this.#nowUs + us;
    for (;;) {
      const next = this.#tasks[0];
      if (next === undefined || next.atUs > endUs) break;
      this.#pop();
      if (next.run === null) continue;
      this.#nowUs = next.atUs;
      this.#begin(next.run);
      await settled();
    }
    this.#nowUs = endUs;
  }

  #begin(run: () => void | Promise<void>): void {
    const ended = run();
    if (ended !== undefined) ended.catch(this.#onFailure);
  }

  #push(task: Task): void {
    const tasks = this.#tasks;
    let place = tasks.length;
    tasks.push(task);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = tasks[parent];
      if (above === undefined || isBefore(above, task)) break;
      tasks[place] = above;
      place = parent;
    }
    tasks[place] = task;
  }

  #pop(): void {
    const tasks = this.#tasks;
    const task = tasks.pop();
    if (task === undefined || tasks.length === 0) return;
    let place = 0;
    for (;;) {
      const [left, right] = [tasks[2 * place + 1], tasks[2 * place + 2]];
      if (left === undefined) break;
      const isLeft = right === undefined || isBefore(left, right);
      const child = isLeft ? left : right;
      if (!isBefore(child, task)) break;
      tasks[place] = child;
      place = 2 * place + (isLeft ? 1 : 2);
    }
    tasks[place] = task;
  }
}

function isBefore(left: Task, right: Task): boolean {
  return left.atUs < right.atUs || (left.atUs === right.atUs && left.order < right.order);
}

/** Waits until no work continues by itself. Long work yields to the event loop and continues before time passes. */
async function settled(): Promise<void> {
  do await setImmediate();
  while (process.getActiveResourcesInfo().includes("Immediate"));
}
