import { parseHost } from "./host.js";
import { KnownHosts } from "./known-hosts.js";

/** A node that has proved that it belongs to the network. */
export interface Peer {
  readonly host: string;
  /** Its peer key's. */
  readonly address: string;
}

/** Characters of an address that make its place in the table (PROTOCOL 12). */
const PREFIX_LENGTH = 3;
/** Strangers do not fill the table. */
const MAX_PEERS = 512;

/**
 * One peer for each address prefix, and the hosts of the others (PROTOCOL 12). A host is in one of the two at most.
 */
export class PeerTable {
  readonly #peers = new Map<string, Peer>();
  readonly #knownHosts = new KnownHosts();
  readonly #given: ReadonlySet<string>;

  /** @param given hosts that the operator named: no stranger keeps them out. */
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

  /** Enters a peer that has proved itself. Where its place is taken, or all are, its host is only known. */
  accept(peer: Peer): void {
    this.remove(peer.host);
    const prefix = peer.address.slice(0, PREFIX_LENGTH);
    const holder = this.#peers.get(prefix);
    if (!this.#isFree(peer, holder)) return this.learn(peer.host);
    this.#peers.set(prefix, peer);
    if (holder !== undefined) this.learn(holder.host);
  }

  #isFree(peer: Peer, holder: Peer | undefined): boolean {
    const isGiven = this.#given.has(peer.host);
    if (holder === undefined) return isGiven || this.#peers.size < MAX_PEERS;
    // Also when it is the same peer's: whoever asks it for its statement can show that as its own, from another host. One
    // that has moved has its place again once it does not answer where it was.
    return isGiven && !this.#given.has(holder.host);
  }

  /**
   * Notes a host that may be a peer, if there is room.
   *
   * @param teller the host of who told of it, where that is not itself. All that is at one name or address counts as one.
   */
  learn(host: string, teller = host): void {
    if (!this.isPeer(host)) this.#knownHosts.add(host, parseHost(teller).hostname);
  }

  /** Takes known hosts to try, each in its turn. */
  nextKnown(count: number): readonly string[] {
    return this.#knownHosts.next(count);
  }

  /** A peer that does not answer is a known host again. */
  demote(host: string): void {
    this.remove(host);
    this.learn(host);
  }

  remove(host: string): void {
    const prefix = this.#find(host);
    if (prefix !== undefined) this.#peers.delete(prefix);
    this.#knownHosts.remove(host);
  }

  #find(host: string): string | undefined {
    for (const [prefix, peer] of this.#peers) if (peer.host === host) return prefix;
    return undefined;
  }
}
