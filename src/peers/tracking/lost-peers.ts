/**
 * How often a lost host is tried before it becomes an ordinary known host: for two minutes, at the pace of requests.
 */
const MAX_TRIES = 24;
const MAX_LOST = 64;

/**
 * Peers that no longer answer, and hosts that the operator named and that have not answered yet. Most are back soon,
 * after a restart or a partition, so they are tried as often as offered hosts (PROTOCOL 12.5, 12.6).
 */
export class LostPeers {
  /** The tries left, by host. */
  readonly #triesLeft = new Map<string, number>();

  add(host: string): void {
    if (this.#triesLeft.size < MAX_LOST) this.#triesLeft.set(host, MAX_TRIES);
  }

  has(host: string): boolean {
    return this.#triesLeft.has(host);
  }

  /** Removes a host that has answered, or is not wanted any more. */
  remove(host: string): void {
    this.#triesLeft.delete(host);
  }

  /** Returns the hosts to try now. */
  next(): readonly string[] {
    const hosts = [...this.#triesLeft.keys()];
    for (const [host, left] of this.#triesLeft) {
      if (left > 1) this.#triesLeft.set(host, left - 1);
      else this.#triesLeft.delete(host);
    }
    return hosts;
  }
}
