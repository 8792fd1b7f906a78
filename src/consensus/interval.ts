import { ChainError } from "../codec/chain-error.js";
import { addLoads, BLOCK_ROOM, fitsInto, NO_LOAD, partOf, type Load } from "./block-room.js";

/** Places beyond the first half of an interval's that one signer may have. */
export const MAX_PLACES_OF_SIGNER = 64;

const HALF = partOf(BLOCK_ROOM, 2);

export interface Giving {
  readonly nowUs: number;
  /** Whether this node decides for the interval: otherwise its places are counted, and not limited. */
  readonly isDeciding: boolean;
}

/** The round time whose block is the first that may hold a transaction of this time: intervals are (R − I, R]. */
export function intervalEnd(timestampUs: number, intervalUs: number): number {
  const passed = timestampUs % intervalUs;
  return passed === 0 ? timestampUs : timestampUs - passed + intervalUs;
}

/**
 * The places of one interval: those of one block (PROTOCOL 15.2). At most half of them are given out before the interval
 * begins. Beyond half one signer has at most 64.
 */
export class Interval {
  readonly endUs: number;
  readonly #beginUs: number;
  #given = NO_LOAD;
  /** How many places each signer, by public key, has beyond half. */
  readonly #beyondHalf = new Map<string, number>();

  constructor(endUs: number, intervalUs: number) {
    this.endUs = endUs;
    this.#beginUs = endUs - intervalUs;
  }

  get given(): Load {
    return this.#given;
  }

  hasBegun(nowUs: number): boolean {
    return nowUs >= this.#beginUs;
  }

  /** Gives a place to a transaction of this signer. Throws `INTERVAL_FULL`. */
  give(signer: string, load: Load, giving: Giving): Place {
    const isBeyondHalf = !fitsInto(addLoads(this.#given, load), HALF);
    if (giving.isDeciding && isBeyondHalf) this.#assertRoomBeyondHalf(signer, load, giving.nowUs);
    return this.#count({ interval: this, signer, load, isBeyondHalf });
  }

  /** Gives the place of a transaction more room. Throws `INTERVAL_FULL`; the place stays as it was then. */
  enlarge(place: Place, more: Load, giving: Giving): Place {
    this.giveBack(place);
    try {
      return this.give(place.signer, addLoads(place.load, more), giving);
    } catch (error) {
      this.#count(place);
      throw error;
    }
  }

  giveBack(place: Place): void {
    this.#count(place, -1);
  }

  #count(place: Place, sign: 1 | -1 = 1): Place {
    const { signer, load, isBeyondHalf } = place;
    this.#given = addLoads(this.#given, load, sign);
    if (!isBeyondHalf) return place;
    const places = (this.#beyondHalf.get(signer) ?? 0) + sign;
    if (places > 0) this.#beyondHalf.set(signer, places);
    else this.#beyondHalf.delete(signer);
    return place;
  }

  #assertRoomBeyondHalf(signer: string, load: Load, nowUs: number): void {
    const isShareTaken = (this.#beyondHalf.get(signer) ?? 0) >= MAX_PLACES_OF_SIGNER;
    const isFull = !fitsInto(addLoads(this.#given, load), BLOCK_ROOM);
    if (isFull || isShareTaken || !this.hasBegun(nowUs)) throw intervalFull(this.endUs);
  }
}

/** A transaction's place in its interval. */
export interface Place {
  readonly interval: Interval;
  readonly signer: string;
  readonly load: Load;
  readonly isBeyondHalf: boolean;
}

function intervalFull(endUs: number): ChainError {
  return new ChainError("INTERVAL_FULL", "Too many transactions. ", {
    kind: "busy",
    details: { interval_end: endUs },
    advice: "The block of its time has no place left. Sign it again with the time of the next interval.",
  });
}
