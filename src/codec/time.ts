import { hashOf } from "./hash.js";
import type { Value } from "./value.js";

/** Times are microseconds since 1970 (PROTOCOL 2.1). As a number they are exact until the year 2255. */

const HEX_TIME_LENGTH = 14;

/** `hexTime(t)`: 14 hex characters, more for times beyond 56 bits; a negative time is its two's complement of 64 bits. */
export function hexTime(timestampUs: number | bigint): string {
  return BigInt.asUintN(64, BigInt(timestampUs)).toString(16).padStart(HEX_TIME_LENGTH, "0");
}

/** `timeHash(x, t)`: 78 characters for every time before the year 4253. */
export function timeHash(value: Value, timestampUs: number | bigint): string {
  return hexTime(timestampUs) + hashOf(value);
}

/** The hash that follows the time in a time hash. */
export function timeHashToHash(hash: string): string {
  return hash.slice(HEX_TIME_LENGTH);
}

/** The time that a time hash begins with, in µs. */
export function timeHashToTime(hash: string): number {
  return Number.parseInt(hash.slice(0, HEX_TIME_LENGTH), 16);
}
