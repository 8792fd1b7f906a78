const MAX_HOSTS = 512;

/**
 * Hosts that may be peers, each with the peer that named it (PROTOCOL 12.1, 12.5). While there is room, every peer may
 * name any number. When the list is full, a peer that has named fewer takes a place from the peer with the most, so
 * that a liar's hosts give way to those of others.
 */
export class KnownHosts {
  /**
   * The hosts by the peer that named them, in the order in which they are to be tried. The peer whose hosts were tried
   * last comes last.
   */
  readonly #shares = new Map<string, Set<string>>();
  /** By host, the peer that named it. */
  readonly #sources = new Map<string, string>();

  /** In the order in which they are to be tried: the first of every peer, then the second of every peer. */
  get all(): readonly string[] {
    const shares = Array.from(this.#shares.values(), (share) => [...share]);
    const longest = Math.max(0, ...shares.map(({ length }) => length));
    return Array.from({ length: longest }, (_, place) =>
      shares.flatMap((share) => share.slice(place, place + 1)),
    ).flat();
  }

  has(host: string): boolean {
    return this.#sources.has(host);
  }

  /** Adds a host if there is room. A host that several peers name counts for the one of them with the fewest. */
  add(host: string, source: string): void {
    const count = this.#shareOf(source).size;
    const other = this.#sources.get(host);
    if (other !== undefined) {
      if (this.#shareOf(other).size <= count + 1) return;
      this.remove(host);
    }
    if (this.#sources.size >= MAX_HOSTS && !this.#makeRoom(count)) return;
    this.#sources.set(host, source);
    this.#shares.set(source, this.#shareOf(source).add(host));
  }

  remove(host: string): void {
    const source = this.#sources.get(host);
    if (source === undefined) return;
    this.#sources.delete(host);
    const share = this.#shareOf(source);
    share.delete(host);
    if (share.size === 0) this.#shares.delete(source);
  }

  /** Returns the next hosts to try, and moves them to the end. */
  next(count: number): readonly string[] {
    const hosts = this.all.slice(0, count);
    for (const host of hosts) this.#putLast(host);
    return hosts;
  }

  #putLast(host: string): void {
    const source = this.#sources.get(host) ?? "";
    const share = this.#shareOf(source);
    share.delete(host);
    this.#shares.delete(source);
    this.#shares.set(source, share.add(host));
  }

  /** Removes the last host of the peer with the most, unless that leaves it fewer than the newcomer will have. */
  #makeRoom(count: number): boolean {
    let greatest: ReadonlySet<string> = new Set();
    for (const share of this.#shares.values()) if (share.size > greatest.size) greatest = share;
    const last = [...greatest].at(-1);
    if (last === undefined || greatest.size <= count + 1) return false;
    this.remove(last);
    return true;
  }

  #shareOf(source: string): Set<string> {
    return this.#shares.get(source) ?? new Set();
  }
}
