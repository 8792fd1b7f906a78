import type { Clock } from "../../../src/base/clock/clock.js";
import { WHOLE, type Cut } from "../cuts.js";
import type { Dice } from "../dice.js";

/** The shortest and the longest round trip between two nodes, µs. */
const CLASSES = {
  site: [500, 2_000],
  continent: [8_000, 45_000],
  world: [70_000, 300_000],
} as const satisfies Record<string, readonly [number, number]>;

export type DistanceClass = keyof typeof CLASSES;
export const DISTANCE_CLASSES = Object.keys(CLASSES) as readonly DistanceClass[];

export interface LinesOptions {
  /** The same round trip between all nodes, µs, or a class of which each pair has one. */
  readonly roundTrip: number | DistanceClass;
  /** The probability that a packet is lost and sent again. */
  readonly loss?: number;
  /** The round trip of one node to all others, µs. */
  readonly far?: { readonly index: number; readonly roundTripUs: number } | null;
  /** A node that is slow: whatever it sends comes so much later, µs. */
  readonly slow?: { readonly index: number; readonly delayUs: number } | null;
  /** The capacity of one node's line in each direction. */
  readonly narrow?: { readonly index: number; readonly bitsPerSecond: number } | null;
}

/** A message is this much earlier or later than the half of its round trip, at most. */
const JITTER = 0.1;
const PACKET_BYTES = 1460;
/** After so long without an acknowledgement a packet is sent again when no later packet tells of its loss. */
const RESEND_US = 200_000;
/** So many packets behind a lost one tell of its loss after one round trip. */
const PACKETS_BEHIND = 4;

/**
 * Lines between places of the world: each pair has its round trip, lost packets come late, and a narrow line carries one
 * message after another. Nothing is lost, as with TCP, except while the network is cut.
 */
export class Lines {
  isCut: Cut = WHOLE;
  readonly #clock: Clock;
  readonly #dice: Dice;
  readonly #options: LinesOptions;
  /** µs, by the two indices in order. */
  readonly #roundTrips = new Map<string, number>();
  /** When the narrow line is free again, µs, by direction. */
  readonly #freeUs = { in: 0, out: 0 };

  constructor(clock: Clock, dice: Dice, options: LinesOptions) {
    this.#clock = clock;
    this.#dice = dice;
    this.#options = options;
  }

  send(from: number, to: number, deliver: () => Promise<void> | void, bytes: number): void {
    if (this.isCut(from, to, this.#clock.nowUs())) return;
    const roundTripUs = this.#roundTrip(from, to);
    const jitter = 1 - JITTER + 2 * JITTER * (this.#dice.between(0, 1000) / 1000);
    const delayUs = (roundTripUs / 2) * jitter + this.#resendingUs(bytes, roundTripUs);
    const { slow } = this.#options;
    const workUs = slow?.index === from ? slow.delayUs : 0;
    this.#clock.schedule(Math.ceil(delayUs + workUs + this.#queueingUs(from, to, bytes)), deliver);
  }

  #roundTrip(from: number, to: number): number {
    const { roundTrip, far } = this.#options;
    if (far !== undefined && far !== null && (far.index === from || far.index === to)) return far.roundTripUs;
    if (typeof roundTrip === "number") return roundTrip;
    const pair = from < to ? `${from} ${to}` : `${to} ${from}`;
    const [shortest, longest] = CLASSES[roundTrip];
    const drawn = this.#roundTrips.get(pair) ?? this.#dice.between(shortest, longest);
    this.#roundTrips.set(pair, drawn);
    return drawn;
  }

  /** What lost packets cost: each loss a round trip, or a time-out that doubles where few packets are behind. */
  #resendingUs(bytes: number, roundTripUs: number): number {
    const { loss = 0 } = this.#options;
    if (loss === 0) return 0;
    let totalUs = 0;
    let left = Math.ceil(bytes / PACKET_BYTES);
    for (let round = 0; left > 0; round += 1) {
      const isTold = left > PACKETS_BEHIND;
      left = Array.from({ length: left }).filter(() => this.#dice.chance(loss)).length;
      if (left > 0) totalUs += isTold ? roundTripUs : Math.max(RESEND_US, roundTripUs) * 2 ** round;
    }
    return totalUs;
  }

  #queueingUs(from: number, to: number, bytes: number): number {
    const { narrow } = this.#options;
    if (narrow === undefined || narrow === null || (narrow.index !== from && narrow.index !== to)) return 0;
    const way = narrow.index === from ? "out" : "in";
    const nowUs = this.#clock.nowUs();
    this.#freeUs[way] = Math.max(nowUs, this.#freeUs[way]) + (bytes * 8 * 1_000_000) / narrow.bitsPerSecond;
    return this.#freeUs[way] - nowUs;
  }
}
