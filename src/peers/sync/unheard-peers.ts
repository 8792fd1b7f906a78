interface Silence {
  readonly untilUs: number;
  readonly lengthUs: number;
}

const SHORTEST_US = 1_000_000;
const LONGEST_US = 600_000_000;
const MAX_PEERS = 64;

/**
 * Peers that are passed over for a while, because they did not give blocks that they announced. Each is passed over for
 * as long as it kept this node waiting, and twice as long each time in a row. So others have their turn, and a peer
 * whose chain only changed meanwhile is soon asked again.
 */
export class UnheardPeers {
  /** The pauses, by host. */
  readonly #silences = new Map<string, Silence>();

  leave(host: string, waitedUs: number, nowUs: number): void {
    const before = this.#silences.get(host)?.lengthUs ?? 0;
    const lengthUs = Math.min(Math.max(SHORTEST_US, waitedUs, 2 * before), LONGEST_US);
    this.#silences.delete(host);
    const [oldest] = this.#silences.keys();
    if (this.#silences.size >= MAX_PEERS && oldest !== undefined) this.#silences.delete(oldest);
    this.#silences.set(host, { untilUs: nowUs + lengthUs, lengthUs });
  }

  has(host: string, nowUs: number): boolean {
    return this.until(host, nowUs) !== null;
  }

  /** Until when it is passed over, µs; null when it is not. */
  until(host: string, nowUs: number): number | null {
    const untilUs = this.#silences.get(host)?.untilUs ?? 0;
    return untilUs > nowUs ? untilUs : null;
  }

  /** Clears a peer that gave what it announced. */
  forgive(host: string): void {
    this.#silences.delete(host);
  }
}
