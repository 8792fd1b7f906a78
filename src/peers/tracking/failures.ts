import { LRUCache } from "lru-cache";

/** What a host is asked for: its statement, the heights of its chains, blocks for a sync, records for the round. */
export type Topic = "statement" | "chains" | "blocks" | "round";

/** A host is given up after this many failures in a row. */
const MAX_FAILURES = 3;

/**
 * Counts how often in a row hosts have failed. Each topic counts by itself: an answer to one does not clear another.
 */
export class Failures {
  /** By host: more hosts than a node knows at once. */
  readonly #counts = new LRUCache<string, Map<Topic, number>>({ max: 2048 });

  /** Counts a failure. Returns whether the host is to be given up; its count then starts again. */
  note(host: string, topic: Topic): boolean {
    const counts = this.#counts.get(host) ?? new Map<Topic, number>();
    const count = (counts.get(topic) ?? 0) + 1;
    if (count >= MAX_FAILURES) {
      this.forget(host);
      return true;
    }
    this.#counts.set(host, counts.set(topic, count));
    return false;
  }

  /** Resets the count of a topic after an answer. */
  clear(host: string, topic: Topic): void {
    const counts = this.#counts.get(host);
    if (counts?.delete(topic) === true && counts.size === 0) this.#counts.delete(host);
  }

  forget(host: string): void {
    this.#counts.delete(host);
  }
}
