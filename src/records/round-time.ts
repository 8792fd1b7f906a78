import { ChainError } from "../codec/chain-error.js";
import { TIMESTAMP_ERROR_US } from "./limits.js";
import { premature } from "./premature.js";

/** The bounds of a round time: a block's, chunk's or hypothesis's `s_timestamp`. All in microseconds. */
export interface RoundTimeBounds {
  /** The tip's `s_timestamp`. */
  readonly tip: number;
  readonly now: number;
  /** The main chain interval. */
  readonly interval: number;
}

/** Floors a time to the interval. */
export function floorToInterval(timeUs: number, intervalUs: number): number {
  return timeUs - (timeUs % intervalUs);
}

/**
 * Throws `ROUND_TIME` unless s_timestamp is at least tip + interval and a multiple of the interval, and `PREMATURE`
 * unless it is below now + 5 s (PROTOCOL 8.10, 9.10).
 */
export function assertRoundTime(sTimestampUs: number, { tip, now, interval }: RoundTimeBounds): void {
  if (sTimestampUs % interval !== 0)
    throw invalid(`The round time ${sTimestampUs} is not a multiple of the interval ${interval}. `);
  if (sTimestampUs < tip + interval)
    throw invalid(`The round time ${sTimestampUs} is less than one interval after the last block's ${tip}. `);
  if (sTimestampUs >= now + TIMESTAMP_ERROR_US)
    throw premature(`The round time ${sTimestampUs} is in the future: it is ${now} now. `);
}

function invalid(message: string): ChainError {
  return new ChainError("ROUND_TIME", message);
}
