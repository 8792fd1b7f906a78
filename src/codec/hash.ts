import { ripemd160 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256Hex } from "#primitives";
import { valueToText } from "./text.js";
import type { Value } from "./value.js";

/** Hashes and identifiers (PROTOCOL 2.1). All are lower-case hex. */

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
