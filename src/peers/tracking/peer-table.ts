import { parseHost } from "../transport/host.js";

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

/** A node that has proved that it belongs to the network. */
export interface Peer {
  readonly host: string;
  /** The address of its peer key. */
  readonly address: string;
  /** Whether it signed this very host (PROTOCOL 15.6). */
  readonly isBound?: boolean;
}

/** How many characters of an address determine its place in the table (PROTOCOL 12.1). */
const PREFIX_LENGTH = 3;
/** The greatest number of peers, so that strangers do not fill the table. */
const MAX_PEERS = 512;

/** One peer for each address prefix, and the known hosts of the others (PROTOCOL 12.1). No host is in both. */
export class PeerTable {
  readonly #peers = new Map<string, Peer>();
  readonly #knownHosts = new KnownHosts();
  readonly #given: ReadonlySet<string>;
  /** The addresses that known hosts proved while another host held their place. */
  readonly #proven = new Map<string, string>();

  /** @param given hosts that the operator named: no stranger takes their place. */
  constructor(given: ReadonlySet<string> = new Set()) {
    this.#given = given;
  }

  get peers(): ReadonlyMap<string, Peer> {
    return this.#peers;
  }

  get knownHosts(): readonly string[] {
    return this.#knownHosts.all;
  }

  isPeer(host: string): boolean {
    return this.#find(host) !== undefined;
  }

  isKnown(host: string): boolean {
    return this.#knownHosts.has(host);
  }

  /** Adds a peer that has proved itself. If its place or the whole table is taken, its host becomes a known host. */
  accept(peer: Peer): void {
    this.remove(peer.host);
    const prefix = peer.address.slice(0, PREFIX_LENGTH);
    const holder = this.#peers.get(prefix);
    if (!this.#isFree(peer, holder)) return this.#learnProven(peer);
    this.#peers.set(prefix, peer);
    if (holder !== undefined) this.#learnProven(holder);
  }

  /** The known hosts that proved the same address as this one (PROTOCOL 15.6). */
  rivalsOf(host: string): readonly string[] {
    const prefix = this.#find(host);
    const address = prefix === undefined ? this.#proven.get(host) : this.#peers.get(prefix)?.address;
    return this.knownHosts.filter((known) => known !== host && this.#proven.get(known) === address);
  }

  #learnProven({ host, address }: Peer): void {
    this.learn(host);
    if (this.isKnown(host)) this.#proven.set(host, address);
  }

  #isFree(peer: Peer, holder: Peer | undefined): boolean {
    const isGiven = this.#given.has(peer.host);
    if (holder === undefined) return isGiven || this.#peers.size < MAX_PEERS;
    if (this.#given.has(holder.host)) return false;
    // A node that asks the same peer for its statement can present that statement as its own, from another host, but it
    // cannot sign that host. Without such a signature, a peer that has moved gets its place again once it no longer
    // answers at the old host.
    const isPreferred = peer.address === holder.address && peer.isBound === true && holder.isBound !== true;
    return isGiven || isPreferred;
  }

  /**
   * Adds a host that may be a peer, if there is room.
   *
   * @param source the host of the peer that named it, if that is another one. All peers at one name or address count as
   * the same.
   */
  learn(host: string, source = host): void {
    if (!this.isPeer(host)) this.#knownHosts.add(host, parseHost(source).hostname);
  }

  /** Returns the next known hosts to try, each in its turn. */
  nextKnown(count: number): readonly string[] {
    return this.#knownHosts.next(count);
  }

  /** Turns a peer that does not answer into a known host. */
  demote(host: string): void {
    const prefix = this.#find(host);
    const peer = prefix === undefined ? undefined : this.#peers.get(prefix);
    this.remove(host);
    if (peer !== undefined) this.#learnProven(peer);
    else this.learn(host);
  }

  remove(host: string): void {
    const prefix = this.#find(host);
    if (prefix !== undefined) this.#peers.delete(prefix);
    this.#knownHosts.remove(host);
    this.#proven.delete(host);
  }

  #find(host: string): string | undefined {
    for (const [prefix, peer] of this.#peers) if (peer.host === host) return prefix;
    return undefined;
  }
}
