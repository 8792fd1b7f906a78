/** Counts the events of a run: a fault that never happens proves nothing. */
export class Tally {
  readonly #counts = new Map<string, number>();

  count(what: string, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  add(counts: Readonly<Record<string, number>>): void {
    for (const [what, times] of Object.entries(counts)) this.count(what, times);
  }

  /** In alphabetical order. */
  all(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].sort(([left], [right]) => (left < right ? -1 : 1)));
  }
}
