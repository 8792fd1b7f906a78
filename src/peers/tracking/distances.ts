import { LRUCache } from "lru-cache";

/** How many round trips of a host count: the shortest of them took no other time. */
const KEPT = 8;

/** How long calls to hosts take at least, there and back. */
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
