interface Silence {
  readonly untilUs: number;
  readonly lengthUs: number;
}

const SHORTEST_US = 1_000_000;
const LONGEST_US = 600_000_000;
const MAX_PEERS = 64;

/**
 * Peers whose word nobody goes by for a while, because they did not give what they said they have. Each is left unheard
 * for as long as it kept this node waiting, and for twice as long each time in a row: so others have their turn, and one
 * whose chain only changed meanwhile is soon heard again.
 */
export class UnheardPeers {
  /** By host. */
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

  /** Until when it is left unheard, µs; null when it is heard. */
  until(host: string, nowUs: number): number | null {
    const untilUs = this.#silences.get(host)?.untilUs ?? 0;
    return untilUs > nowUs ? untilUs : null;
  }

  /** It has given what it said. */
  forgive(host: string): void {
    this.#silences.delete(host);
  }
}
