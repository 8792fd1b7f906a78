/** What a host is asked for: its statement, the heights of its chains, blocks for a sync, records for the round. */
export type Topic = "statement" | "chains" | "blocks" | "round";

/** A host is given up after this many failures in a row. */
const MAX_FAILURES = 3;
/** How many hosts are remembered: more than a node knows at once. The oldest are forgotten. */
const MAX_HOSTS = 2048;

/**
 * Counts how often in a row hosts have failed. Each topic counts by itself: an answer to one does not clear another.
 */
export class Failures {
  /** By host. */
  readonly #counts = new Map<string, Map<Topic, number>>();

  /** Counts a failure. Returns whether the host is to be given up; its count then starts again. */
  note(host: string, topic: Topic): boolean {
    const counts = this.#counts.get(host) ?? new Map<Topic, number>();
    const count = (counts.get(topic) ?? 0) + 1;
    if (count >= MAX_FAILURES) {
      this.forget(host);
      return true;
    }
    this.#counts.set(host, counts.set(topic, count));
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_HOSTS && oldest !== undefined) this.forget(oldest);
    return false;
  }

  /** Resets the count of a topic after an answer. */
  clear(host: string, topic: Topic): void {
    const counts = this.#counts.get(host);
    if (counts?.delete(topic) === true && counts.size === 0) this.#counts.delete(host);
  }

  /** Resets all counts of a host. */
  forget(host: string): void {
    this.#counts.delete(host);
  }
}
