/** How many offered hosts may wait. Further offers are refused. */
const MAX_HOSTS = 64;
/** How many of them one stranger may offer, so that others have room for theirs. */
const MAX_A_CALLER = 8;

/** Hosts that were offered since the last `take`, each with the caller that offered it (PROTOCOL 12.4). */
export class OfferedHosts {
  readonly #callers = new Map<string, string | undefined>();

  /**
   * Returns whether the host is in the queue now.
   *
   * @param caller a stranger's address or network; omitted for hosts that the operator named.
   */
  add(host: string, caller?: string): boolean {
    if (this.#callers.has(host)) return true;
    if (this.#callers.size >= MAX_HOSTS || (caller !== undefined && this.#isFull(caller))) return false;
    this.#callers.set(host, caller);
    return true;
  }

  /** Removes and returns all hosts. */
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
