import { LRUCache } from "lru-cache";

/** How many round trips of a host count: the shortest of them took no other time. */
const KEPT = 8;

export class Distances {
  /** By host, the last round trips, µs. */
  readonly #roundTrips = new LRUCache<string, readonly number[]>({ max: 256 });

  note(host: string, roundTripUs: number): void {
    this.#roundTrips.set(host, [...(this.#roundTrips.get(host) ?? []), roundTripUs].slice(-KEPT));
  }

  /**
   * How long it takes at most until something new of these hosts is here, µs: the second longest time, so that no single
   * host can make it longer. One way from a host that sends it, and a round trip from one that has to be asked. 0 when
   * none of them has answered.
   */
  farthestUs(hosts: Iterable<string>, isAsked: (host: string) => boolean): number {
    const shortest = [...new Set(hosts)].flatMap((host) => {
      const roundTrips = this.#roundTrips.get(host);
      return roundTrips === undefined ? [] : [Math.min(...roundTrips) / (isAsked(host) ? 1 : 2)];
    });
    shortest.sort((left, right) => right - left);
    return shortest[1] ?? shortest[0] ?? 0;
  }
}

/**
 * The addresses that a node collects from: its neighbours at the distances 1, 2, 4, 8, … around the ring of known peer
 * addresses in ascending order, its own included (PROTOCOL 12.7). So a record reaches all n nodes after log n rounds.
 * From one distance to the next, the first that is in the network of no other neighbour is taken (PROTOCOL 15.12).
 *
 * @param networkOf the network where a peer is, null for one that is not limited.
 */
export function ringNeighbours(
  own: string,
  addresses: Iterable<string>,
  networkOf: (address: string) => string | null = () => null,
): readonly string[] {
  const ring = [...new Set([own, ...addresses])].sort();
  const place = ring.indexOf(own);
  const others = [...ring.slice(place + 1), ...ring.slice(0, place)];
  const networks = new Set<string | null>();
  const neighbours: string[] = [];
  for (let distance = 1; distance <= others.length; distance *= 2) {
    const reach = others.slice(distance - 1, 2 * distance - 1);
    const neighbour = reach.find((address) => !networks.has(networkOf(address))) ?? reach[0] ?? own;
    neighbours.push(neighbour);
    const network = networkOf(neighbour);
    if (network !== null) networks.add(network);
  }
  return neighbours;
}
