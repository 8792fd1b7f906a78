import type { HostPlace } from "../transport/ip-network.js";

/** Where a host is; null for one that is not limited, or whose address is not known. */
export type PlaceOf = (host: string) => HostPlace | null;

export interface PlaceLimits {
  /** How many hosts may be at one address. */
  readonly address: number;
  readonly network: number;
}

/** Counts hosts by place: many at one address, or in one network, cost as little as one (PROTOCOL 15.12). */
export class HostPlaces {
  readonly #limits: PlaceLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  hasRoom(place: HostPlace | null): boolean {
    if (place === null) return true;
    const { address, network } = this.#limits;
    return this.#countAt(place.address) < address && this.#countAt(place.network) < network;
  }

  add(place: HostPlace | null): void {
    this.#change(place, 1);
  }

  remove(place: HostPlace | null): void {
    this.#change(place, -1);
  }

  #countAt(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  #change(place: HostPlace | null, by: number): void {
    if (place === null) return;
    for (const key of [place.address, place.network]) {
      const count = this.#countAt(key) + by;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }
}
