import { addLoads, BLOCK_ROOM, fitsInto, NO_LOAD, partOf, type Load } from "./block-room.js";
import * as errors from "./errors.js";

/** How many places one signer may have beyond the first half of an interval's places (PROTOCOL 15.2). */
export const MAX_PLACES_OF_SIGNER = 64;

const HALF = partOf(BLOCK_ROOM, 2);

export interface ReserveOptions {
  readonly nowUs: number;
  /** Whether this node decides for the interval. If not, places are counted but not limited. */
  readonly isDeciding: boolean;
}

/** The first round time whose block may hold a transaction of this time: an interval is (R − I, R] (PROTOCOL 5.5). */
export function intervalEnd(timestampUs: number, intervalUs: number): number {
  const passed = timestampUs % intervalUs;
  return passed === 0 ? timestampUs : timestampUs - passed + intervalUs;
}

/**
 * The places of one interval: as many as one block holds (PROTOCOL 15.2). At most half are reserved out before the
 * interval begins. Beyond half, one signer has at most 64.
 */
export class Interval {
  readonly endUs: number;
  readonly #beginUs: number;
  #reserved = NO_LOAD;
  /** The number of places beyond half of each signer, by public key. */
  readonly #beyondHalf = new Map<string, number>();

  constructor(endUs: number, intervalUs: number) {
    this.endUs = endUs;
    this.#beginUs = endUs - intervalUs;
  }

  get reserved(): Load {
    return this.#reserved;
  }

  hasBegun(nowUs: number): boolean {
    return nowUs >= this.#beginUs;
  }

  /** Gives a place to a transaction of this signer. Throws `INTERVAL_FULL`. */
  reserve(signer: string, load: Load, options: ReserveOptions): IntervalPlace {
    const isBeyondHalf = !fitsInto(addLoads(this.#reserved, load), HALF);
    if (options.isDeciding && isBeyondHalf) this.#assertRoomBeyondHalf(signer, load, options.nowUs);
    return this.#count({ interval: this, signer, load, isBeyondHalf });
  }

  /** Enlarges the place of a transaction. Throws `INTERVAL_FULL` and leaves the place unchanged. */
  enlarge(place: IntervalPlace, more: Load, options: ReserveOptions): IntervalPlace {
    this.release(place);
    try {
      return this.reserve(place.signer, addLoads(place.load, more), options);
    } catch (error) {
      this.#count(place);
      throw error;
    }
  }

  release(place: IntervalPlace): void {
    this.#count(place, -1);
  }

  #count(place: IntervalPlace, sign: 1 | -1 = 1): IntervalPlace {
    const { signer, load, isBeyondHalf } = place;
    this.#reserved = addLoads(this.#reserved, load, sign);
    if (!isBeyondHalf) return place;
    const places = (this.#beyondHalf.get(signer) ?? 0) + sign;
    if (places > 0) this.#beyondHalf.set(signer, places);
    else this.#beyondHalf.delete(signer);
    return place;
  }

  #assertRoomBeyondHalf(signer: string, load: Load, nowUs: number): void {
    const isShareTaken = (this.#beyondHalf.get(signer) ?? 0) >= MAX_PLACES_OF_SIGNER;
    const isFull = !fitsInto(addLoads(this.#reserved, load), BLOCK_ROOM);
    if (isFull || isShareTaken || !this.hasBegun(nowUs))
      throw errors.intervalFull({ interval_end: this.endUs });
  }
}

/** A transaction's place in its interval. */
export interface IntervalPlace {
  readonly interval: Interval;
  readonly signer: string;
  readonly load: Load;
  readonly isBeyondHalf: boolean;
}
