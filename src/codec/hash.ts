import { ripemd160 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256Hex } from "#primitives";
import { valueToText } from "./text.js";
import type { Value } from "./value.js";
import { allSteps, type Steps } from "./steps.js";

/** Hashes and identifiers (PROTOCOL 2.1). All are lower-case hex. Times are microseconds since 1970, exact as a number until 2255. */

/** `H(x)`, 64 characters. */
export function hashOf(value: Value): string {
  return sha256Hex(valueToText(value));
}

/** `shortHash(x)`, 40 characters. */
export function shortHashOf(value: Value): string {
  return bytesToHex(ripemd160(utf8ToBytes(hashOf(value))));
}

/** `checksum(h)` of a text, 4 characters. */
export function checksumOf(text: string): string {
  return sha256Hex(sha256Hex(text)).slice(0, 4);
}

/** `idHash(x)`, 44 characters: a short hash with its checksum. */
export function idHashOf(value: Value): string {
  const short = shortHashOf(value);
  return short + checksumOf(short);
}

/** `spaceId(writer, space)`, the cid: 64 characters. */
export function spaceIdOf(writer: Value, space: Value): string {
  return hashOf([writer, space]);
}

/** The characters of the time that a time hash begins with. */
export const TIME_LENGTH = 14;

/** `hexTime(t)`: 14 hex characters, more for times beyond 56 bits; a negative time is its two's complement of 64 bits. */
export function hexTime(timestampUs: number | bigint): string {
  return BigInt.asUintN(64, BigInt(timestampUs)).toString(16).padStart(TIME_LENGTH, "0");
}

/** `timeHash(x, t)`: 78 characters for every time before the year 4253. */
export function timeHash(value: Value, timestampUs: number | bigint): string {
  return hexTime(timestampUs) + hashOf(value);
}

export function timeHashToHash(hash: string): string {
  return hash.slice(TIME_LENGTH);
}

/** The time that a time hash begins with, in µs. */
export function timeHashToTime(hash: string): number {
  return Number.parseInt(hash.slice(0, TIME_LENGTH), 16);
}

/** The most hashes of a step, and the most characters hashed in one: some tenths of a millisecond. */
const STEP = 128;
const STEP_LENGTH = 65_536;

/** `merkleRoot` (PROTOCOL 2.2): leaves `H(item)`, nodes `H(left ‖ right)`, an odd last node moves up. */
export function merkleRoot(items: Iterable<Value>): string {
  return allSteps(merkleRootInSteps(items));
}

/** Like `merkleRoot`, but in steps, for the long lists of a full block. */
export function* merkleRootInSteps(items: Iterable<Value>): Steps<string> {
  let level: string[] = [];
  let length = 0;
  for (const item of items) {
    level.push(hashOf(item));
    length += typeof item === "string" ? item.length : 0;
    if (level.length % STEP !== 0 && length < STEP_LENGTH) continue;
    length = 0;
    yield;
  }
  if (level.length === 0) return hashOf("");
  while (level.length > 1) {
    const next: string[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] as string;
      const right = level[index + 1];
      next.push(right === undefined ? left : hashOf(left + right));
      if (next.length % STEP === 0) yield;
    }
    level = next;
  }
  return level[0] as string;
}
