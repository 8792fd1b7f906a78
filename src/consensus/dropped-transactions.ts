/** An accepted transaction that left the pool without a block. */
export interface DroppedTransaction {
  /** One sentence: a contract's message, or that a block left it out. */
  readonly reason: string;
  /** The height of the main chain when it was dropped. */
  readonly height: number;
}

const MAX_REMEMBERED = 10_000;

/** The last transactions that this node accepted and then dropped, by hash (PROTOCOL 13.11, 15.2). */
export class DroppedTransactions {
  readonly #dropped = new Map<string, DroppedTransaction>();

  get(hash: string): DroppedTransaction | undefined {
    return this.#dropped.get(hash);
  }

  note(hash: string, dropped: DroppedTransaction): void {
    this.#dropped.delete(hash);
    this.#dropped.set(hash, dropped);
    if (this.#dropped.size <= MAX_REMEMBERED) return;
    for (const oldest of this.#dropped.keys()) {
      this.#dropped.delete(oldest);
      return;
    }
  }
}
