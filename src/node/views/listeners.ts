/** Those who are told when something has happened. */
export class Listeners<Event = void> {
  readonly #listeners = new Set<(event: Event) => void>();

  /** The function returned ends it. */
  add(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }
}
