import { setImmediate } from "node:timers/promises";

/** Ends when the items that arrive together have arrived. */
type Gathering = () => Promise<unknown>;

/** Gathers the items of one turn of the event loop: those of many requests. */
const ONE_TURN: Gathering = () => setImmediate();
/** Gathers the items that one piece of work adds, and delays none. */
export const AT_ONCE: Gathering = () => Promise.resolve();

/**
 * Works on items in batches, one batch at a time and in order. Items that arrive together, or while a batch is in work, form
 * the next batch. The work must not throw: it reports an error to the item.
 */
export class Batches<T> {
  readonly #work: (batch: readonly T[]) => Promise<void>;
  readonly #gather: Gathering;
  #waiting: T[] = [];
  #draining: Promise<void> | null = null;

  constructor(work: (batch: readonly T[]) => Promise<void>, gather = ONE_TURN) {
    this.#work = work;
    this.#gather = gather;
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
    await this.#gather();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#work(batch);
    }
    this.#draining = null;
  }
}
