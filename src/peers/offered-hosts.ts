/** Hosts that wait to be tried; whoever offers more is not heard. */
const MAX_HOSTS = 64;
/** Of them, those that one stranger offers: the others have room for theirs. */
const MAX_A_CALLER = 8;

/** Hosts that were offered since they were taken last, each with who offered it. */
export class OfferedHosts {
  readonly #callers = new Map<string, string | undefined>();

  /**
   * Answers whether it waits now.
   *
   * @param caller a stranger's address or network; left out for hosts that this node was given.
   */
  add(host: string, caller?: string): boolean {
    if (this.#callers.has(host)) return true;
    if (this.#callers.size >= MAX_HOSTS || (caller !== undefined && this.#isFull(caller))) return false;
    this.#callers.set(host, caller);
    return true;
  }

  /** All of them: none waits any more. */
  take(): readonly string[] {
    const hosts = [...this.#callers.keys()];
    this.#callers.clear();
    return hosts;
  }

  #isFull(caller: string): boolean {
    let count = 0;
    for (const other of this.#callers.values()) if (other === caller) count += 1;
    return count >= MAX_A_CALLER;
  }
}
