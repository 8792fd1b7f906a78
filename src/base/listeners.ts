export class Listeners<Event = void> {
  readonly #listeners = new Set<(event: Event) => void>();

  /** Adds a listener. The returned function removes it. */
  add(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get size(): number {
    return this.#listeners.size;
  }

  tell(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }
}
