import { setImmediate } from "node:timers/promises";

/**
 * Works on items in batches, one batch at a time and in order. Items that arrive in the same turn of the event loop, or
 * while a batch is in work, form the next batch. The work must not throw: it reports an error to the item.
 */
export class Batches<T> {
  readonly #work: (batch: readonly T[]) => Promise<void>;
  #waiting: T[] = [];
  #draining: Promise<void> | null = null;

  constructor(work: (batch: readonly T[]) => Promise<void>) {
    this.#work = work;
  }

  add(item: T): void {
    this.#waiting.push(item);
    this.#draining ??= this.#drain();
  }

  /** Resolves when no item is waiting or in work. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    await setImmediate();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#work(batch);
    }
    this.#draining = null;
  }
}
