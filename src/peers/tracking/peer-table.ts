import type { HostPlace } from "../transport/ip-network.js";
import { parseHost } from "../transport/host.js";
import { KnownHosts } from "./known-hosts.js";
import { HostPlaces, type PlaceLimits, type PlaceOf } from "./host-places.js";

/** A node that has proved that it belongs to the network. */
export interface Peer {
  readonly host: string;
  /** The address of its peer key. */
  readonly address: string;
  /** Whether it signed this very host (PROTOCOL 15.6). */
  readonly isBound?: boolean;
  /** The node address that it proved to be of (PROTOCOL 15.13). */
  readonly slot?: string | undefined;
  /** Where it answered; null for one that is not limited. */
  readonly place?: HostPlace | null;
}

/** How many characters of an address determine its place in the table (PROTOCOL 12.1). */
const PREFIX_LENGTH = 3;
/** The greatest number of peers, so that strangers do not fill the table. */
const MAX_PEERS = 512;
const LIMITS: PlaceLimits = { address: 2, network: 4 };

/** One peer for each address prefix, and the known hosts of the others (PROTOCOL 12.1). No host is in both. */
export class PeerTable {
  readonly #peers = new Map<string, Peer>();
  /** The operator's hosts that have proved themselves, but whose prefix another one of them has. */
  readonly #beside = new Map<string, Peer>();
  readonly #knownHosts = new KnownHosts();
  readonly #places = new HostPlaces(LIMITS);
  readonly #given: ReadonlySet<string>;
  readonly #placeOf: PlaceOf;
  /** The addresses that known hosts proved while another host held their place. */
  readonly #proven = new Map<string, string>();

  /**
   * @param given hosts that the operator named: no stranger takes their place, and none of them is without one.
   * @param placeOf where a host is, as far as that is known.
   */
  constructor(given: ReadonlySet<string> = new Set(), placeOf: PlaceOf = () => null) {
    this.#given = given;
    this.#placeOf = placeOf;
  }

  /** By prefix. */
  get peers(): ReadonlyMap<string, Peer> {
    return this.#peers;
  }

  get all(): readonly Peer[] {
    return [...this.#peers.values(), ...this.#beside.values()];
  }

  /** Those of all that the operator named. */
  get named(): readonly Peer[] {
    return this.all.filter(({ host }) => this.#given.has(host));
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

  /**
   * Adds a peer that has proved itself. If its prefix, its network (PROTOCOL 15.12) or the whole table is taken, its host
   * becomes a known host.
   */
  accept(peer: Peer): void {
    this.remove(peer.host);
    const holder = this.#peers.get(prefixOf(peer));
    if (this.#isFree(peer, holder)) {
      if (holder !== undefined) this.remove(holder.host);
      this.#put(peer);
      if (holder !== undefined) this.#learnProven(holder);
    } else if (this.#given.has(peer.host)) this.#beside.set(peer.host, peer);
    else this.#learnProven(peer);
  }

  #put(peer: Peer): void {
    this.#peers.set(prefixOf(peer), peer);
    this.#places.add(peer.place ?? null);
  }

  /** The known hosts that proved the same address as this one (PROTOCOL 15.6). */
  rivalsOf(host: string): readonly string[] {
    const address = this.#find(host)?.address ?? this.#proven.get(host);
    return this.knownHosts.filter((known) => known !== host && this.#proven.get(known) === address);
  }

  #learnProven({ host, address }: Peer): void {
    this.learn(host);
    if (this.isKnown(host)) this.#proven.set(host, address);
  }

  #isFree(peer: Peer, holder: Peer | undefined): boolean {
    if (holder !== undefined && this.#given.has(holder.host)) return false;
    if (this.#given.has(peer.host)) return true;
    if (!this.#places.hasRoom(peer.place ?? null)) return false;
    if (holder === undefined) return this.#peers.size < MAX_PEERS;
    // A node that asks the same peer for its statement can present that statement as its own, from another host, but it
    // cannot sign that host. Without such a signature, a peer that has moved gets its place again once it no longer
    // answers at the old host.
    return peer.address === holder.address && peer.isBound === true && holder.isBound !== true;
  }

  /**
   * Adds a host that may be a peer, if there is room.
   *
   * @param source the host of the peer that named it, if that is another one. All peers at one name or in one network
   * count as the same.
   */
  learn(host: string, source = host): void {
    if (this.isPeer(host)) return;
    const origin = this.#placeOf(source)?.network ?? parseHost(source).hostname;
    this.#knownHosts.add(host, origin, this.#placeOf(host));
  }

  /** Returns the next known hosts to try, each in its turn. */
  nextKnown(count: number): readonly string[] {
    return this.#knownHosts.next(count);
  }

  /** Turns a peer that does not answer into a known host. */
  demote(host: string): void {
    const peer = this.#find(host);
    this.remove(host);
    if (peer !== undefined) this.#learnProven(peer);
    else this.learn(host);
  }

  remove(host: string): void {
    const peer = this.#find(host);
    this.#knownHosts.remove(host);
    this.#proven.delete(host);
    if (peer === undefined || this.#beside.delete(host)) return;
    const prefix = prefixOf(peer);
    this.#peers.delete(prefix);
    this.#places.remove(peer.place ?? null);
    const next = [...this.#beside.values()].find((other) => prefixOf(other) === prefix);
    if (next === undefined) return;
    this.#beside.delete(next.host);
    this.#put(next);
  }

  #find(host: string): Peer | undefined {
    return this.all.find((peer) => peer.host === host);
  }
}

function prefixOf({ address }: Peer): string {
  return address.slice(0, PREFIX_LENGTH);
}
