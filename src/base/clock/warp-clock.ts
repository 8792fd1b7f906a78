import type { Clock } from "./clock.js";

interface Scheduled {
  /** When it is due, by this clock. */
  readonly atUs: number;
  readonly run: () => void | Promise<void>;
  cancel: () => void;
}

/** A clock that runs as another one does, ahead of it by what it was advanced: that of a development chain. */
export class WarpClock implements Clock {
  readonly #base: Clock;
  readonly #scheduled = new Set<Scheduled>();
  #aheadUs = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  /** How far it is ahead, µs. */
  get aheadUs(): number {
    return this.#aheadUs;
  }

  nowUs(): number {
    return this.#base.nowUs() + this.#aheadUs;
  }

  schedule(delayUs: number, run: () => void | Promise<void>): () => void {
    const task: Scheduled = { atUs: this.nowUs() + delayUs, run, cancel: () => undefined };
    this.#scheduled.add(task);
    this.#arm(task);
    return () => {
      this.#scheduled.delete(task);
      task.cancel();
    };
  }

  /** Advances the time at once. What falls due meanwhile runs soon after, each task once. */
  warp(us: number): void {
    this.#aheadUs += us;
    for (const task of this.#scheduled) {
      task.cancel();
      this.#arm(task);
    }
  }

  #arm(task: Scheduled): void {
    task.cancel = this.#base.schedule(Math.max(0, task.atUs - this.nowUs()), () => {
      this.#scheduled.delete(task);
      return task.run();
    });
  }
}
