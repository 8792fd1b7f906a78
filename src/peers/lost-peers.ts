/** How often one is tried before it is no more than any known host: for two minutes, at the pace of requests. */
const MAX_TRIES = 24;
const MAX_LOST = 64;

/**
 * Peers that have fallen silent, and hosts that this node was given and that have not answered yet. Most are back soon,
 * after a restart or a partition: they are tried as often as those who ask to be registered (PROTOCOL 12).
 */
export class LostPeers {
  /** By host. */
  readonly #triesLeft = new Map<string, number>();

  add(host: string): void {
    if (this.#triesLeft.size < MAX_LOST) this.#triesLeft.set(host, MAX_TRIES);
  }

  has(host: string): boolean {
    return this.#triesLeft.has(host);
  }

  /** It has answered, or is not wanted any more. */
  remove(host: string): void {
    this.#triesLeft.delete(host);
  }

  /** Those to try now. */
  next(): readonly string[] {
    const hosts = [...this.#triesLeft.keys()];
    for (const [host, left] of this.#triesLeft) {
      if (left > 1) this.#triesLeft.set(host, left - 1);
      else this.#triesLeft.delete(host);
    }
    return hosts;
  }
}
