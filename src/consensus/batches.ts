import { setImmediate } from "node:timers/promises";

/**
 * Works on what arrives in batches, one at a time and in order: what every socket brings in one turn of the loop, or while
 * the batch before is worked on, goes together. The work must not throw: whoever gave an item is told by the item.
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

  /** Resolves when nothing waits or is worked on. */
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
