import type { HostPlace } from "../transport/ip-network.js";
import { HostPlaces, type PlaceLimits } from "./host-places.js";

const MAX_HOSTS = 512;
/** Names of which no address is known are not limited: they are once they have been tried. */
const LIMITS: PlaceLimits = { address: 4, network: 16 };

interface Origin {
  /** The peer that named the host. */
  readonly source: string;
  readonly place: HostPlace | null;
}

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
  /** By host. */
  readonly #origins = new Map<string, Origin>();
  readonly #places = new HostPlaces(LIMITS);

  /** In the order in which they are to be tried: the first of every peer, then the second of every peer. */
  get all(): readonly string[] {
    const shares = Array.from(this.#shares.values(), (share) => [...share]);
    const longest = Math.max(0, ...shares.map(({ length }) => length));
    return Array.from({ length: longest }, (_, place) =>
      shares.flatMap((share) => share.slice(place, place + 1)),
    ).flat();
  }

  has(host: string): boolean {
    return this.#origins.has(host);
  }

  /**
   * Adds a host if there is room. A host that several peers name counts for the one of them with the fewest.
   *
   * @param place null for a host that is not limited.
   */
  add(host: string, source: string, place: HostPlace | null = null): void {
    const count = this.#shareOf(source).size;
    const other = this.#origins.get(host);
    if (other !== undefined) {
      if (this.#shareOf(other.source).size <= count + 1) return;
      this.remove(host);
    }
    if (!this.#places.hasRoom(place)) return;
    if (this.#origins.size >= MAX_HOSTS && !this.#makeRoom(count)) return;
    this.#origins.set(host, { source, place });
    this.#places.add(place);
    this.#shares.set(source, this.#shareOf(source).add(host));
  }

  remove(host: string): void {
    const origin = this.#origins.get(host);
    if (origin === undefined) return;
    const { source, place } = origin;
    this.#origins.delete(host);
    this.#places.remove(place);
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
    const source = this.#origins.get(host)?.source ?? "";
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
