import * as errors from "./errors.js";

/** The bounds of a round time: a block's, chunk's or hypothesis's `s_timestamp`. All in microseconds. */
interface RoundTimeBounds {
  readonly tip: number;
  readonly now: number;
  readonly interval: number;
}

export function floorToInterval(timeUs: number, intervalUs: number): number {
  return timeUs - (timeUs % intervalUs);
}

/**
 * Throws `ROUND_TIME` unless s_timestamp is at least tip + interval and a multiple of the interval (PROTOCOL 8.10,
 * 9.10), and `PREMATURE` while it is in the future. A record dated up to 5 s ahead is valid, but it is not used before
 * its time: anyone who relays a block or hypothesis can date it ahead (PROTOCOL 15.1).
 */
export function assertRoundTime(sTimestampUs: number, { tip, now, interval }: RoundTimeBounds): void {
  if (sTimestampUs % interval !== 0)
    throw errors.roundTime({ time: sTimestampUs, rule: `a multiple of the interval ${interval}` });
  if (sTimestampUs < tip + interval)
    throw errors.roundTime({
      time: sTimestampUs,
      rule: `at least one interval after ${tip}, the last block's`,
    });
  if (sTimestampUs > now) throw errors.premature({ record: "round", offset: offsetText(sTimestampUs, now) });
}

/** Where a time in µs is on a clock, for an error: `30.0 s ahead of` or `0.5 s behind`. */
export function offsetText(timeUs: number, nowUs: number): string {
  const seconds = (Math.abs(timeUs - nowUs) / 1_000_000).toFixed(1);
  return `${seconds} s ${timeUs >= nowUs ? "ahead of" : "behind"}`;
}
