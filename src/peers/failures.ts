/** What a host is asked for: who it is, how far its chains go, the blocks of a sync, what it holds for the round. */
export type Topic = "statement" | "chains" | "blocks" | "round";

/** A host that has not answered so often in a row is given up. */
const MAX_FAILURES = 3;
/** More than a node knows of at once: of hosts that it has lost sight of nothing is kept for ever. */
const MAX_HOSTS = 2048;

/** How often in a row hosts have not answered, each topic by itself: an answer to one is none to another. */
export class Failures {
  /** By host. */
  readonly #counts = new Map<string, Map<Topic, number>>();

  /** Notes one more, and says whether the host is to be given up: then it begins anew. */
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

  /** It has answered. */
  clear(host: string, topic: Topic): void {
    const counts = this.#counts.get(host);
    if (counts?.delete(topic) === true && counts.size === 0) this.#counts.delete(host);
  }

  /** Nothing is held against it any more. */
  forget(host: string): void {
    this.#counts.delete(host);
  }
}
