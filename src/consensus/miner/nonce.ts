import { BLOCK_BYTES, BLOCK_WORDS, wordsOf } from "./sha256.js";
import { VARYING_WORD } from "./scan-input.js";
import * as errors from "../errors.js";

/**
 * The nonces of this miner (PROTOCOL 10.2 allows any text of up to 64 characters): as much of the thread's salt as
 * there is room for, then a counter, in lower-case hex. Prefix and nonce together end with the varying word of the last
 * block, so that a try costs one compression and only the counter's last four digits change within a scan.
 */
const COUNTER_DIGITS = 12;
const DIGITS_PER_SCAN = 4;
export const COUNTERS_PER_SCAN: number = 16 ** DIGITS_PER_SCAN;
/** Enough for nine months at twelve million tries a second. */
export const COUNTERS: number = 16 ** COUNTER_DIGITS;

const END_OF_NONCE = (VARYING_WORD + 1) * 4;
/** The length of a salt for the shortest prefix; longer prefixes use its first digits. */
export const SALT_DIGITS: number = END_OF_NONCE - COUNTER_DIGITS;
/** Two threads with the same salt would repeat each other's tries. 48 bits make that unlikely enough. */
const LEAST_SALT_DIGITS = 12;
const HEX = /^[0-9a-f]*$/;

/**
 * Throws `MINING_PREFIX` for a prefix that leaves no room for a nonce in the last block. The protocol's prefixes, of 64
 * or 142 characters, leave room.
 */
export function assertPrefix(prefix: string): void {
  if (HEX.test(prefix) && saltDigits(prefix) >= LEAST_SALT_DIGITS) return;
  throw errors.miningPrefix({ characters: prefix.length });
}

export function assertSalt(salt: string): void {
  if (HEX.test(salt) && salt.length === SALT_DIGITS) return;
  throw errors.miningSalt({ digits: SALT_DIGITS, characters: salt.length });
}

export function nonceOf(prefix: string, salt: string, counter: number): string {
  return salt.slice(0, saltDigits(prefix)) + counter.toString(16).padStart(COUNTER_DIGITS, "0");
}

/** The last block of `prefix ‖ nonce` with its padding (FIPS 180-4 5.1.1), its varying word left at zero. */
export function lastBlockOf(prefix: string, salt: string, counter: number): Int32Array {
  const text = prefix + nonceOf(prefix, salt, counter);
  const block = new Int32Array(BLOCK_WORDS);
  block.set(wordsOf(text.slice(prefix.length - tailOf(prefix), -DIGITS_PER_SCAN)));
  block[VARYING_WORD + 1] = 0x80000000;
  block[BLOCK_WORDS - 1] = text.length * 8;
  return block;
}

/** The values of the varying word for all counters of a scan. */
export function varyingWords(): Int32Array {
  return wordsOf(
    Array.from({ length: COUNTERS_PER_SCAN }, (_, counter) =>
      counter.toString(16).padStart(DIGITS_PER_SCAN, "0"),
    ).join(""),
  );
}

function tailOf(prefix: string): number {
  return prefix.length % BLOCK_BYTES;
}

function saltDigits(prefix: string): number {
  return SALT_DIGITS - tailOf(prefix);
}
