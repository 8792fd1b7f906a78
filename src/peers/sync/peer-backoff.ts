import { LRUCache } from "lru-cache";

interface Pause {
  readonly untilUs: number;
  readonly lengthUs: number;
  /** Whether the peer did not give blocks that it announced; otherwise its blocks were not wanted. */
  readonly isFault: boolean;
}

const SHORTEST_US = 1_000_000;
const LONGEST_US = 600_000_000;

/**
 * Peers that are passed over for a while, because they did not give blocks that they announced. Each is passed over for
 * as long as it kept this node waiting, and twice as long each time in a row. So others have their turn, and a peer
 * whose chain only changed meanwhile is soon asked again.
 */
export class PeerBackoff {
  readonly #pauses = new LRUCache<string, Pause>({ max: 64 });

  /** Passes a peer over that kept this node waiting for so long, but for `mostUs` at most. */
  delay(
    host: string,
    waitedUs: number,
    nowUs: number,
    { isFault = false, mostUs = LONGEST_US }: { isFault?: boolean; mostUs?: number } = {},
  ): void {
    const before = this.#pauses.peek(host);
    const lengthUs = Math.min(Math.max(SHORTEST_US, waitedUs, 2 * (before?.lengthUs ?? 0)), mostUs);
    const untilUs = nowUs + lengthUs;
    this.#pauses.set(host, { untilUs, lengthUs, isFault: isFault || before?.isFault === true });
  }

  /** Passes a peer over for a second, since another one goes first; it did nothing wrong. */
  pause(host: string, nowUs: number): void {
    const { lengthUs = 0, isFault = false } = this.#pauses.peek(host) ?? {};
    this.#pauses.set(host, { untilUs: nowUs + SHORTEST_US, lengthUs, isFault });
  }

  isDelayed(host: string, nowUs: number): boolean {
    return this.until(host, nowUs) !== null;
  }

  /** Whether it did not give what it announced, and has given nothing since; forgotten ten minutes after its pause. */
  isFaulty(host: string, nowUs: number): boolean {
    const pause = this.#pauses.peek(host);
    return pause?.isFault === true && pause.untilUs + LONGEST_US > nowUs;
  }

  /** Until when it is passed over, µs; null when it is not. */
  until(host: string, nowUs: number): number | null {
    const untilUs = this.#pauses.peek(host)?.untilUs ?? 0;
    return untilUs > nowUs ? untilUs : null;
  }

  /** Clears a peer that gave what it announced. */
  clear(host: string): void {
    this.#pauses.delete(host);
  }
}
